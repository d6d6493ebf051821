import type { DatabaseRole } from '@cairn/postgres/pool/caller'
import type { FunctionSchema } from '../schema-cache/functions.ts'
import type { Relation } from '../schema-cache/relation.ts'
import type { ColumnPair, Relationship } from '../schema-cache/relationships.ts'
import { ApiError, type Hint } from './api-error.ts'
import { FOR_PARAMETERS, nearName } from './near-name.ts'

/**
 * Codes and sentences for names that the schema does not have (PGRST2xx, and Postgres' own where PostgREST asks it).
 * Hints name nothing that the caller may not use.
 */

/** Answers for names that are not found, which are the caller's to mend. */
const NOT_FOUND = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'])

export function isNotFound({ code }: ApiError): boolean {
  return NOT_FOUND.has(code)
}

/** The name may be there: the schema has changed and could not be read again. */
export function schemaNotRead(cause: unknown): ApiError {
  return new ApiError({
    status: 503,
    code: 'PGRST002',
    message: 'Could not query the database for the schema cache. Retrying.',
    headers: { 'retry-after': '1' },
    cause,
  })
}

export function tableNotFound(schema: string, name: string, tables: Iterable<Relation>): ApiError {
  return new ApiError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: (role) => {
      const near = nearName(name, namesFor(role, tables))
      return near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`
    },
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
  return new ApiError({
    status: 400,
    code: '42703',
    message: `column ${relation.name}.${name} does not exist`,
    hint: (role) => {
      const near = nearName(name, relation.usableBy.includes(role) ? relation.columns.keys() : [])
      return near === undefined
        ? null
        : `Perhaps you meant to reference the column "${relation.name}.${near}".`
    },
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
  targets: readonly Relation[],
): ApiError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new ApiError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    details:
      `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} ` +
      `in the schema '${origin.schema}', but no matches were found.`,
    hint: (role) => {
      const near = nearName(target, namesFor(role, targets))
      return near === undefined || near === target
        ? null
        : `Perhaps you meant '${near}' instead of '${target}'.`
    },
  })
}

export function ambiguousRelationship(
  origin: Relation,
  target: string,
  candidates: readonly Relationship[],
): ApiError {
  const visible = (role: DatabaseRole) =>
    candidates.filter((candidate) => tablesOf(origin, candidate).every(usableBy(role)))
  return new ApiError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: (role) =>
      visible(role).map((candidate) => ({
        cardinality: candidate.cardinality,
        embedding: `${origin.name} with ${candidate.target.name}`,
        relationship: describe(origin, candidate),
      })),
    hint: (role) => {
      const offers = visible(role).map(({ target: { name }, constraint }) => `'${name}!${constraint}'`)
      return offers.length === 0
        ? null
        : `Try changing '${target}' to one of the following: ${offers.join(', ')}. Find the desired relationship in the 'details' key.`
    },
  })
}

function tablesOf(origin: Relation, { target, junction }: Relationship): Relation[] {
  return junction === null ? [origin, target] : [origin, target, junction.table]
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
  /** All functions of the schema by name, for the hint. */
  functions: ReadonlyMap<string, readonly FunctionSchema[]>
  /** The body, which a single unnamed parameter could have taken. */
  body?: { kind: 'form' } | { kind: 'json'; isDocument: boolean } | { kind: 'raw'; type: string } | null
}

export function functionNotFound({
  schema,
  name,
  given = [],
  functions,
  body = null,
}: MissingFunction): ApiError {
  const called = `${schema}.${name}`
  const list = [...given].sort().join(', ')
  const asked = given.length === 0 ? ' without parameters' : `(${list})`
  const searched =
    given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`
  if (body?.kind === 'raw') return singleParameterNotFound(called, body.type)
  const wholeBody =
    body?.kind === 'json' && body.isDocument ? ' or with a single unnamed json/jsonb parameter' : ''
  const hint: Hint = (role) =>
    functionHint({ schema, name, given }, [...functions.values()].flat().filter(usableBy(role)))
  return new ApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${called}${asked} in the schema cache`,
    details: `Searched for the function ${called}${searched}${wholeBody}, but no matches were found in the schema cache.`,
    hint,
  })
}

/** No name was given that could have been meant otherwise. */
function singleParameterNotFound(called: string, type: string): ApiError {
  return new ApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${called} in the schema cache`,
    details: `Searched for the function ${called} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
  })
}

/** The function of this name whose parameters come closest, or where none has the name, one with a name close by. */
function functionHint(
  { schema, name, given }: Required<Pick<MissingFunction, 'schema' | 'name' | 'given'>>,
  functions: readonly FunctionSchema[],
): string | null {
  const lists = functions.flatMap((candidate) =>
    candidate.name === name ? [listOf(candidate.parameters.map((parameter) => parameter.name))] : [],
  )
  if (lists.length > 0) {
    const list = given.length === 0 ? lists[0] : nearName(listOf(given), lists, FOR_PARAMETERS)
    return list === undefined ? null : `Perhaps you meant to call the function ${schema}.${name}${list}`
  }
  const near = nearName(
    name,
    functions.map((candidate) => candidate.name),
  )
  return near === undefined ? null : `Perhaps you meant to call the function ${schema}.${near}`
}

function listOf(parameters: readonly string[]): string {
  return `(${parameters.toSorted().join(', ')})`
}

const usableBy =
  (role: DatabaseRole) =>
  (named: Pick<Relation, 'usableBy'>): boolean =>
    named.usableBy.includes(role)

function namesFor(role: DatabaseRole, relations: Iterable<Relation>): string[] {
  return [...relations].filter(usableBy(role)).map(({ name }) => name)
}

export function ambiguousFunction(candidates: readonly FunctionSchema[]): ApiError {
  const [{ schema, name } = { schema: '', name: '' }] = candidates
  const signatures = (role: DatabaseRole) =>
    candidates
      .filter(usableBy(role))
      .map(({ parameters }) => parameters.map(({ name, type }) => `${name} => ${type}`))
      .toSorted((one, other) => one.length - other.length || (one.join() < other.join() ? -1 : 1))
      .map((parameters) => parameters.join(', '))
      .map((parameters) => `${schema}.${name}(${parameters})`)
  return new ApiError({
    status: 300,
    code: 'PGRST203',
    message: (role) => {
      const named = signatures(role).join(', ')
      return `Could not choose the best candidate function${named === '' ? '' : ` between: ${named}`}`
    },
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
