import type { ApiRequest } from '../request/api-request.ts'
import type { Payload } from '../request/payload.ts'
import { maxAffectedNeedsRows } from '../request-errors.ts'
import { type FunctionParameter, type FunctionSchema, returnsManyRows } from '../schema-cache/functions.ts'
import { inSchema } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { ambiguousFunction, functionNotFound } from '../schema-errors.ts'
import { planRead } from './read.ts'
import type { ReadPlan } from './read-plan.ts'

/** Which function to call with what, and what to read of the rows that it returns. */
export interface CallPlan {
  kind: 'call'
  function: FunctionSchema
  arguments: CallArguments
  read: ReadPlan
  /** No write is allowed: called by GET or HEAD, or declared so. */
  readOnly: boolean
}

export type CallArguments =
  /** Texts of a query string, in the order of the parameters. Only a variadic one has more than one. */
  | { kind: 'texts'; values: readonly { parameter: FunctionParameter; texts: readonly string[] }[] }
  /** The keys of a JSON object. */
  | { kind: 'object'; payload: Payload; parameters: readonly FunctionParameter[] }
  /** The JSON body itself, for the one unnamed parameter. */
  | { kind: 'whole'; payload: Payload; parameter: FunctionParameter }

/** Plans a call. Throws PGRST202 when no function takes these arguments, PGRST203 when several do. */
export function planCall(cache: SchemaCache, name: string, request: ApiRequest, maxRows: number): CallPlan {
  const { payload, schema } = request
  const keys = payload?.keys ?? request.arguments.map(([key]) => key)
  const given = new Set(request.columns !== null && payload !== null ? request.columns : keys)
  const called = findFunction(cache, schema, name, given, payload !== null)
  const { result } = called
  const { preferences } = request
  if (preferences.handling === 'strict' && preferences.maxAffected !== null && !returnsManyRows(result)) {
    throw maxAffectedNeedsRows()
  }
  // A value has no columns: naming one in select, filter or order fails as it does for a table without it.
  const relation = 'relation' in result ? result.relation : { schema, name, columns: new Map() }
  return {
    kind: 'call',
    function: called,
    arguments: argumentsOf(called, given, request),
    read: planRead(cache, relation, request, maxRows),
    readOnly: payload === null || called.readOnly,
  }
}

/** The function that takes exactly these arguments, others being optional; or else the one that takes the whole body. */
export function findFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  given: ReadonlySet<string>,
  hasBody: boolean,
): FunctionSchema {
  const sameName = inSchema(cache.functions, schema, name) ?? []
  const fitting = sameName.filter((candidate) => takes(candidate, given))
  const whole = hasBody ? sameName.filter(takesWholeBody) : []
  const candidates = fitting.length > 0 ? fitting : whole
  const [found, ...others] = candidates
  if (found === undefined) {
    const names = cache.functions.get(schema)?.keys() ?? []
    throw functionNotFound(schema, name, [...given], sameName, names, hasBody)
  }
  if (others.length > 0) throw ambiguousFunction(candidates)
  return found
}

function takes({ parameters }: FunctionSchema, given: ReadonlySet<string>): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  if (names.has('')) return false
  return (
    [...given].every((name) => names.has(name)) &&
    parameters.every(({ name, required }) => !required || given.has(name))
  )
}

function takesWholeBody({ parameters: [first, ...others] }: FunctionSchema): boolean {
  return first?.name === '' && others.length === 0 && (first.type === 'json' || first.type === 'jsonb')
}

function argumentsOf(
  { parameters }: FunctionSchema,
  given: ReadonlySet<string>,
  request: ApiRequest,
): CallArguments {
  const [first] = parameters
  const passed = parameters.filter(({ name }) => given.has(name))
  const { payload } = request
  if (payload === null) {
    const values = passed.map((parameter) => ({ parameter, texts: textsOf(parameter, request.arguments) }))
    return { kind: 'texts', values }
  }
  if (first?.name === '') return { kind: 'whole', payload, parameter: first }
  return { kind: 'object', payload, parameters: passed }
}

/** A variadic parameter takes all values of its name, any other the last. */
function textsOf({ name, variadic }: FunctionParameter, given: ApiRequest['arguments']): string[] {
  const texts = given.flatMap(([key, value]) => (key === name ? [value] : []))
  return variadic ? texts : texts.slice(-1)
}
