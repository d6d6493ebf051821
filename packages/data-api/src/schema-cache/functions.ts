import { z } from 'zod'
import { type Column, databaseRoles, type QualifiedName, type Relation } from './relation.ts'

export interface FunctionParameter {
  /** Empty for the one unnamed parameter that takes the whole body. */
  name: string
  type: string
  required: boolean
  variadic: boolean
}

/** The result of a call. `relation` describes its rows. */
export type FunctionResult =
  | { kind: 'nothing' }
  | { kind: 'value' }
  | { kind: 'values' }
  | { kind: 'row'; relation: Relation }
  | { kind: 'rows'; relation: Relation }

/** A function; others of the same name differ in their parameters. */
export interface FunctionSchema {
  /** Its OID in the catalog. */
  id: string
  schema: string
  name: string
  parameters: readonly FunctionParameter[]
  result: FunctionResult
  /** True for `stable` and `immutable` functions: they may not write. */
  readOnly: boolean
  /** The media type of its values, where they are of a domain with such a name. */
  mediaType: string | null
  /** The type of its values, as Postgres spells it. */
  returnedType: string
  /** True when its values are bytes. */
  binary: boolean
  /** The roles that may call it. Only hints depend on it: Postgres decides. */
  usableBy: Relation['usableBy']
}

export function returnsManyRows(result: FunctionResult): boolean {
  return result.kind === 'values' || result.kind === 'rows'
}

const functionRow = z.object({
  id: z.string(),
  schema: z.string(),
  name: z.string(),
  readOnly: z.boolean(),
  returnsSet: z.boolean(),
  returnsVoid: z.boolean(),
  returnsOneRow: z.boolean(),
  returned: z.object({
    declared: z.string().nullable(),
    compared: z.string().nullable(),
    array: z.string().nullable(),
  }),
  mediaType: z.string().nullable(),
  binary: z.boolean(),
  /** The relation that the returned rows belong to, where they are of a composite type. */
  relationId: z.string().nullable(),
  requiredCount: z.number(),
  usableBy: databaseRoles,
  /** The relation whose rows are its single parameter. */
  rowOfId: z.string().nullable(),
  parameters: z.array(
    z.object({
      name: z.string().nullable(),
      mode: z.enum(['i', 'o', 'b', 'v', 't']),
      declared: z.string(),
      compared: z.string(),
      array: z.string().nullable(),
    }),
  ),
})
export const functionRows = z.array(functionRow)
export type FunctionRow = z.infer<typeof functionRow>
type ParameterRow = FunctionRow['parameters'][number]

/** False for functions with one unnamed row as parameter: they serve as columns and relationships only. */
export function isCallable({ rowOfId, parameters }: FunctionRow): boolean {
  return rowOfId === null || parameters[0]?.name !== ''
}

/** Turns a row of the catalog into a function; `relationById` knows the columns of composite types. */
export function functionOf(row: FunctionRow, relationById: ReadonlyMap<string, Relation>): FunctionSchema {
  const { id, schema, name, readOnly, mediaType, binary, usableBy } = row
  const parameters = row.parameters
    .filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
    .map((parameter, index) => ({
      name: parameter.name ?? '',
      type: parameter.declared,
      required: index < row.requiredCount,
      variadic: parameter.mode === 'v',
    }))
  const returnedType = row.returned.compared ?? 'record'
  return {
    id,
    schema,
    name,
    readOnly,
    mediaType,
    returnedType,
    binary,
    usableBy,
    parameters,
    result: resultOf(row, relationById),
  }
}

/** The column that a function of one row computes; undefined for functions that return rows or several values. */
export function computedColumn(row: FunctionRow): Column | undefined {
  const { declared, compared, array } = row.returned
  if (row.rowOfId === null || row.relationId !== null || row.returnsSet || row.returnsVoid) return undefined
  if (declared === null || compared === null || compared === 'record') return undefined
  if (outputRelation(row) !== undefined) return undefined
  const computedBy: QualifiedName = { schema: row.schema, name: row.name }
  return { name: row.name, type: { declared, compared, array }, defaultSql: null, computedBy }
}

function resultOf(row: FunctionRow, relationById: ReadonlyMap<string, Relation>): FunctionResult {
  const relation =
    outputRelation(row) ?? (row.relationId === null ? undefined : relationById.get(row.relationId))
  if (relation !== undefined) return { kind: row.returnsSet ? 'rows' : 'row', relation }
  if (row.returnsVoid && !row.returnsSet) return { kind: 'nothing' }
  return { kind: row.returnsSet ? 'values' : 'value' }
}

/** The columns of `returns table (…)` and of `out` parameters. */
function outputRelation(row: FunctionRow): Relation | undefined {
  const outputs = row.parameters.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  if (outputs.length === 0) return undefined
  return {
    schema: row.schema,
    name: row.name,
    columns: new Map(outputs.map(outputColumn)),
    computed: new Map(),
    usableBy: row.usableBy,
  }
}

function outputColumn({ name, declared, compared, array }: ParameterRow, index: number): [string, Column] {
  const label = name === null || name === '' ? `column${index + 1}` : name
  return [label, { name: label, type: { declared, compared, array }, defaultSql: null, computedBy: null }]
}
