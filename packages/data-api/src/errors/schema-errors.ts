import type { FunctionSchema } from '../schema-cache/functions.ts'
import type { Relation } from '../schema-cache/relation.ts'
import type { ColumnPair, Relationship } from '../schema-cache/relationships.ts'
import { ApiError } from './api-error.ts'
import { nearName } from './near-name.ts'

/**
 * Codes and sentences for names that the schema does not have (PGRST2xx, and Postgres' own where PostgREST asks it).
 */

export function tableNotFound(schema: string, name: string, tables: Iterable<string>): ApiError {
  const near = nearName(name, tables)
  return new ApiError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`,
  })
}

/** A column of a body or of `columns=`. */
export function payloadColumnNotFound(table: Relation, name: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
  })
}

/** A column that is read, filtered or ordered by. Postgres would say the same. */
export function columnNotFound(relation: Relation, name: string): ApiError {
  const near = nearName(name, relation.columns.keys())
  return new ApiError({
    status: 400,
    code: '42703',
    message: `column ${relation.name}.${name} does not exist`,
    hint: near === undefined ? null : `Perhaps you meant to reference the column "${relation.name}.${near}".`,
  })
}

export function typeNotFound(name: string): ApiError {
  return new ApiError({ status: 400, code: '42704', message: `type "${name}" does not exist` })
}

export function textSearchConfigNotFound(name: string): ApiError {
  return new ApiError({
    status: 400,
    code: '42704',
    message: `text search configuration "${name}" does not exist`,
  })
}

/** Lists of whole arrays: Postgres has no array of arrays. */
export function noArrayOf(type: string): ApiError {
  return new ApiError({
    status: 400,
    code: '42704',
    message: `could not find array type for data type ${type}`,
  })
}

export function relationshipNotFound(
  origin: Relation,
  target: string,
  hint: string | null,
  targets: Iterable<string>,
): ApiError {
  const near = nearName(target, targets)
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new ApiError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    details:
      `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} ` +
      `in the schema '${origin.schema}', but no matches were found.`,
    hint:
      near === undefined || near === target ? null : `Perhaps you meant '${near}' instead of '${target}'.`,
  })
}

export function ambiguousRelationship(
  origin: Relation,
  target: string,
  candidates: readonly Relationship[],
): ApiError {
  const offers = candidates.map(({ target: { name }, constraint }) => `'${name}!${constraint}'`).join(', ')
  return new ApiError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: candidates.map((candidate) => ({
      cardinality: candidate.cardinality,
      embedding: `${origin.name} with ${candidate.target.name}`,
      relationship: describe(origin, candidate),
    })),
    hint: `Try changing '${target}' to one of the following: ${offers}. Find the desired relationship in the 'details' key.`,
  })
}

function describe(origin: Relation, { junction, target, constraint, columns }: Relationship): string {
  if (junction !== null) {
    const [first, second] = junction.constraints
    const name = junction.table.name
    return `${name} using ${first}(${theirs(junction.fromStart)}) and ${second}(${ours(junction.toTarget)})`
  }
  return `${constraint} using ${origin.name}(${ours(columns)}) and ${target.name}(${theirs(columns)})`
}

function ours(columns: readonly ColumnPair[]): string {
  return columns.map(([here]) => here).join(', ')
}

function theirs(columns: readonly ColumnPair[]): string {
  return columns.map(([, there]) => there).join(', ')
}

/** A call that no function of the schema takes. */
interface MissingFunction {
  schema: string
  name: string
  /** The names of the arguments. */
  given?: readonly string[]
  /** Functions of the same name that take other arguments. */
  sameName?: readonly FunctionSchema[]
  /** All functions of the schema, for the hint. */
  names: Iterable<string>
  /** The body, which a single unnamed parameter could have taken. */
  body?: { kind: 'json' | 'form' } | { kind: 'raw'; type: string } | null
}

export function functionNotFound({
  schema,
  name,
  given = [],
  sameName = [],
  names,
  body = null,
}: MissingFunction): ApiError {
  const called = `${schema}.${name}`
  const list = [...given].sort().join(', ')
  const asked = given.length === 0 ? ' without parameters' : `(${list})`
  const searched =
    given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`
  const wholeBody = body?.kind === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''
  if (body?.kind === 'raw')
    return singleParameterNotFound(called, body.type, functionHint(schema, name, sameName, names))
  return new ApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${called}${asked} in the schema cache`,
    details: `Searched for the function ${called}${searched}${wholeBody}, but no matches were found in the schema cache.`,
    hint: functionHint(schema, name, sameName, names),
  })
}

function singleParameterNotFound(called: string, type: string, hint: string | null): ApiError {
  return new ApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${called} in the schema cache`,
    details: `Searched for the function ${called} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
    hint,
  })
}

function functionHint(
  schema: string,
  name: string,
  [sameName]: readonly FunctionSchema[],
  names: Iterable<string>,
): string | null {
  if (sameName !== undefined) {
    const parameters = sameName.parameters.map((parameter) => parameter.name).sort()
    return `Perhaps you meant to call the function ${schema}.${name}(${parameters.join(', ')})`
  }
  const near = nearName(name, names)
  return near === undefined ? null : `Perhaps you meant to call the function ${schema}.${near}`
}

export function ambiguousFunction(candidates: readonly FunctionSchema[]): ApiError {
  const lists = candidates.map(({ parameters }) =>
    parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', '),
  )
  const [{ schema, name } = { schema: '', name: '' }] = candidates
  const signatures = lists.toSorted().map((list) => `${schema}.${name}(${list})`)
  return new ApiError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
