import type { CallPlan } from '../plan/call.ts'
import { needsWholeRows } from '../plan/read-plan.ts'
import { payloadSql } from './payload.ts'
import { WHOLE } from './select.ts'
import { identifier, qualified, type Writer } from './writer.ts'

/** The one column of a function that returns values. */
export const VALUE = 'value'

/** Writes the call of a function as a select of what it returns. */
export function callSql(writer: Writer, plan: CallPlan): string {
  const { from, list } = argumentsSql(writer, plan)
  const call = `${qualified(plan.function)}(${list})`
  const result = writer.alias()
  const before = from === null ? '' : `${from}, lateral `
  if ('relation' in plan.function.result) {
    const whole = needsWholeRows(plan.read) ? `, ${result} as ${WHOLE}` : ''
    return `select ${result}.*${whole} from ${before}${call} ${result}`
  }
  return `select ${result}.${VALUE} from ${before}(select ${call} as ${VALUE}) ${result}`
}

interface ArgumentsSql {
  /** A row source that the arguments come from, null when they stand by themselves. */
  from: string | null
  list: string
}

function argumentsSql(writer: Writer, { arguments: passed }: CallPlan): ArgumentsSql {
  switch (passed.kind) {
    case 'whole':
      return { from: null, list: writer.as(passed.value, passed.parameter.type) }
    case 'texts': {
      const list = passed.values.map(({ parameter: { name, type, variadic }, texts }) => {
        const values = texts.map((text) => (variadic ? writer.text(text) : writer.as(text, type)))
        return variadic
          ? `variadic ${identifier(name)} => array[${values.join(', ')}]::${type}`
          : `${identifier(name)} => ${values.join('')}`
      })
      return { from: null, list: list.join(', ') }
    }
    case 'object': {
      if (passed.parameters.length === 0) return { from: null, list: '' }
      const columns = passed.parameters.map(({ name, type }) => ({
        name,
        type,
        defaultSql: null,
        readBy: null,
      }))
      const { from: all, row, values } = payloadSql(writer, passed.payload, columns)
      // Of several objects the first has the arguments.
      const from = passed.payload.isObject ? all : `(select * from ${all} limit 1) ${row}`
      const list = passed.parameters.map(
        ({ name, variadic }, index) =>
          `${variadic ? 'variadic ' : ''}${identifier(name)} => ${values[index]}`,
      )
      return { from, list: list.join(', ') }
    }
  }
}
