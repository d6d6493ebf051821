import { maxAffectedNeedsRows } from '../errors/request-errors.ts'
import { ambiguousFunction, functionNotFound } from '../errors/schema-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Body, JsonPayload } from '../request/payload.ts'
import { type FunctionParameter, type FunctionSchema, returnsManyRows } from '../schema-cache/functions.ts'
import { inSchema } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { type AnswerFormat, chooseFormat, wholeOf } from './format.ts'
import { planRead, type RequestLimits } from './read.ts'
import type { ReadPlan } from './read-plan.ts'

/** The function to call, its arguments, and the plan for reading the rows that it returns. */
export interface CallPlan {
  kind: 'call'
  function: FunctionSchema
  arguments: CallArguments
  read: ReadPlan
  format: AnswerFormat
  /** Whether writing is forbidden: for a call by GET or HEAD, or for a function that is declared so. */
  readOnly: boolean
}

type CallArguments =
  /** Texts of a query string or form, in the order of the parameters. Only a variadic parameter has more than one. */
  | { kind: 'texts'; values: readonly { parameter: FunctionParameter; texts: readonly string[] }[] }
  /** The keys of a JSON object. */
  | { kind: 'object'; payload: JsonPayload; parameters: readonly FunctionParameter[] }
  /** The body itself, for the one unnamed parameter. */
  | { kind: 'whole'; value: string; parameter: FunctionParameter }

/** Plans a call. Throws PGRST202 when no function takes these arguments, PGRST203 when several do. */
export function planCall(
  cache: SchemaCache,
  name: string,
  request: ApiRequest,
  limits: RequestLimits,
): CallPlan {
  const { body, schema, columns, preferences } = request
  const keys = body?.kind === 'json' ? (columns ?? body.keys) : textArguments(request).map(([key]) => key)
  const given = new Set(keys)
  const called = findFunction(cache, schema, name, given, body)
  const { result } = called
  if (preferences.handling === 'strict' && preferences.maxAffected !== null && !returnsManyRows(result)) {
    throw maxAffectedNeedsRows()
  }
  // A value has no columns: naming one in select, filter or order fails as it does for a table without it.
  const relation =
    'relation' in result
      ? result.relation
      : { schema, name, columns: new Map(), computed: new Map(), usableBy: called.usableBy }
  return {
    kind: 'call',
    function: called,
    arguments: argumentsOf(called, given, request),
    read: planRead(cache, relation, request, limits),
    format: chooseFormat(cache, request.accept, {
      called,
      whole: 'relation' in result ? wholeOf(request, relation) : null,
      plans: limits.plans,
    }),
    readOnly: body === null || called.readOnly,
  }
}

function textArguments({ body, arguments: inQuery }: ApiRequest): ApiRequest['arguments'] {
  return body?.kind === 'form' ? body.arguments : inQuery
}

/**
 * The function that takes these arguments and requires no other; failing that, the function that takes the whole body.
 */
function findFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  given: ReadonlySet<string>,
  body: Body | null,
): FunctionSchema {
  const sameName = inSchema(cache.functions, schema, name) ?? []
  const fitting = body?.kind === 'raw' ? [] : sameName.filter((candidate) => takes(candidate, given))
  const whole = sameName.filter((candidate) => takesWhole(candidate, body))
  const candidates = fitting.length > 0 ? fitting : whole
  const [found, ...others] = candidates
  if (found === undefined) {
    const functions = cache.functions.get(schema) ?? new Map()
    throw functionNotFound({ schema, name, given: [...given], functions, body })
  }
  if (others.length > 0) throw ambiguousFunction(candidates)
  return found
}

function takes({ parameters }: FunctionSchema, given: ReadonlySet<string>): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return (
    [...given].every((name) => names.has(name)) &&
    parameters.every(({ name, required }) => !required || given.has(name))
  )
}

/** Whether the function's only parameter is unnamed and takes the whole body, where its type is the body's. */
function takesWhole({ parameters: [first, ...others] }: FunctionSchema, body: Body | null): boolean {
  if (body === null || first?.name !== '' || others.length > 0) return false
  if (body.kind === 'json') return body.isDocument && (first.type === 'json' || first.type === 'jsonb')
  return body.kind === 'raw' && first.type === body.type
}

function argumentsOf(
  { parameters }: FunctionSchema,
  given: ReadonlySet<string>,
  request: ApiRequest,
): CallArguments {
  const { body } = request
  const [first] = parameters
  if (body?.kind === 'json' && first?.name !== '') {
    return { kind: 'object', payload: body, parameters: parameters.filter(({ name }) => given.has(name)) }
  }
  if (first?.name === '' && (body?.kind === 'json' || body?.kind === 'raw')) {
    return { kind: 'whole', value: body.kind === 'json' ? body.json : body.value, parameter: first }
  }
  const passed = parameters.filter(({ name }) => given.has(name))
  const texts = textArguments(request)
  return {
    kind: 'texts',
    values: passed.map((parameter) => ({ parameter, texts: textsOf(parameter, texts) })),
  }
}

/** A variadic parameter takes all values of its name, any other the last. */
function textsOf({ name, variadic }: FunctionParameter, given: ApiRequest['arguments']): string[] {
  const texts = given.flatMap(([key, value]) => (key === name ? [value] : []))
  return variadic ? texts : texts.slice(-1)
}
