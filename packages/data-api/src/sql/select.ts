import type { EmbedPlan, OrderBy, OutputItem, ReadPlan } from '../plan/read-plan.ts'
import { isShown } from '../plan/read-plan.ts'
import { leadsToOneRow } from '../schema-cache/relationships.ts'
import { embeddedSource, fieldSql, levelConditions } from './condition.ts'
import { identifier, type Writer } from './writer.ts'

/** A select, and the count of all rows that it would give without limit and offset. */
export interface SelectSql {
  rows: string
  count: string
}

/** Writes the rows of a plan, read from the row source `from` (a table or a common table expression). */
export function selectSql(writer: Writer, plan: ReadPlan, from: string): SelectSql {
  const alias = writer.alias()
  const source = `${from} ${alias}${whereSql(levelConditions(writer, alias, plan))}`
  return { rows: rowsSql(writer, alias, plan, source), count: `select count(*) from ${source}` }
}

function rowsSql(writer: Writer, alias: string, plan: ReadPlan, source: string): string {
  const output = plan.output.flatMap((item) => outputSql(writer, alias, item))
  return `select ${output.join(', ')} from ${source}${orderSql(writer, alias, plan.order)}${rangeSql(writer, plan)}`
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function outputSql(writer: Writer, alias: string, item: OutputItem): string[] {
  switch (item.kind) {
    case 'all':
      return [`${alias}.*`]
    case 'field': {
      const field = fieldSql(writer, alias, item.field)
      return [`${item.cast === null ? field : `${field}::${item.cast}`} as ${identifier(item.label)}`]
    }
    case 'embed':
      if (!isShown(item.embed)) return []
      return [`(${embedSql(writer, alias, item.embed)}) as ${identifier(item.embed.label)}`]
  }
}

/** One JSON value for each row of `parent`: an object or null, or an array. Only rows that are answered are looked up. */
function embedSql(writer: Writer, parent: string, embed: EmbedPlan): string {
  const { from, alias, conditions } = embeddedSource(writer, parent, embed)
  const source = `${from}${whereSql([...conditions, ...levelConditions(writer, alias, embed.read)])}`
  const rows = rowsSql(writer, alias, embed.read, source)
  const row = writer.alias()
  const json = leadsToOneRow(embed.relationship) ? `row_to_json(${row})` : `coalesce(json_agg(${row}), '[]')`
  return `select ${json} from (${rows}) ${row}`
}

function orderSql(writer: Writer, alias: string, order: readonly OrderBy[]): string {
  if (order.length === 0) return ''
  const terms = order.map((term) => {
    const nulls = term.nulls === null ? '' : ` nulls ${term.nulls}`
    return `${orderTermSql(writer, alias, term)}${term.descending ? ' desc' : ''}${nulls}`
  })
  return ` order by ${terms.join(', ')}`
}

function orderTermSql(writer: Writer, parent: string, { field, embed }: OrderBy): string {
  if (embed === null) return fieldSql(writer, parent, field)
  const { from, alias, conditions } = embeddedSource(writer, parent, embed)
  const where = whereSql([...conditions, ...levelConditions(writer, alias, embed.read)])
  return `(select ${fieldSql(writer, alias, field)} from ${from}${where})`
}

function rangeSql(writer: Writer, { range: { limit, offset } }: ReadPlan): string {
  const most = limit === null ? '' : ` limit ${writer.as(String(limit), 'bigint')}`
  return offset === 0 ? most : `${most} offset ${writer.as(String(offset), 'bigint')}`
}
