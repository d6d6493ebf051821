import type { FunctionRow } from './functions.ts'
import { type Face, type KeyRow, namesOn } from './keys.ts'
import { listsBySchema, type QualifiedName, type SchemaMap, type Table } from './relation.ts'

/** `[column here, column there]` */
export type ColumnPair = readonly [string, string]

/** The table between two others, whose primary key holds the columns that point at both. */
export interface Junction {
  table: Table
  /** From the starting table to the junction. */
  fromStart: readonly ColumnPair[]
  /** From the junction to the target. */
  toTarget: readonly ColumnPair[]
  constraints: readonly [string, string]
}

/** A way from the rows of one table to rows of another (or the same). */
export interface Relationship {
  schema: string
  /** Name of the table where it starts. */
  name: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  target: Table
  constraint: string
  /** From the starting table to the target; empty where a junction or a function lies between. */
  columns: readonly ColumnPair[]
  junction: Junction | null
  /** The function that gives the other rows of a row. */
  computedBy: QualifiedName | null
}

export function leadsToOneRow(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/** The columns of the starting table that lead to the other rows. */
export function joiningColumns({ junction, columns }: Relationship): string[] {
  return (junction?.fromStart ?? columns).map(([here]) => here)
}

type Faces = ReadonlyMap<string, readonly Face[]>

/** Derives every way between tables from their foreign keys, in both directions, through junction tables and views. */
export function relationshipsOf(
  foreignKeys: readonly KeyRow[],
  faces: Faces,
  computed: readonly Relationship[],
): SchemaMap<readonly Relationship[]> {
  const direct = foreignKeys.flatMap((key) =>
    pairsOf(faces, key).flatMap(({ from, to, columns }) => bothWays(key, from, to, columns)),
  )
  return listsBySchema([...direct, ...acrossJunctions(foreignKeys, faces), ...computed])
}

interface KeyPair {
  from: Table
  to: Table
  columns: readonly ColumnPair[]
}

/** A key holds between every face of its table and every face of its target. */
function pairsOf(faces: Faces, { tableId, targetId, columns }: KeyRow): KeyPair[] {
  return (faces.get(tableId) ?? []).flatMap((from) =>
    (faces.get(targetId) ?? []).flatMap((to) => {
      const pairs = pairNames(from, to, columns)
      return pairs === undefined ? [] : [{ from: from.table, to: to.table, columns: pairs }]
    }),
  )
}

function pairNames(from: Face, to: Face, columns: KeyRow['columns']): ColumnPair[] | undefined {
  const here = columns.map(([number]) => number)
  const there = columns.map(([, number]) => number)
  const targets = namesOn(to, there)
  return namesOn(from, here)?.flatMap((name, index): ColumnPair[] => {
    const target = targets?.[index]
    return target === undefined ? [] : [[name, target]]
  })
}

function bothWays(key: KeyRow, from: Table, to: Table, columns: readonly ColumnPair[]): Relationship[] {
  if (columns.length === 0) return []
  const shared = { constraint: key.constraint, junction: null, computedBy: null }
  const there: Relationship = {
    ...shared,
    schema: from.schema,
    name: from.name,
    target: to,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    columns,
  }
  const back: Relationship = {
    ...shared,
    schema: to.schema,
    name: to.name,
    target: from,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    columns: reversed(columns),
  }
  return [there, back]
}

/** A junction table that requests cannot name serves through its views. */
function acrossJunctions(foreignKeys: readonly KeyRow[], faces: Faces): Relationship[] {
  return [...new Set(foreignKeys.map(({ tableId }) => tableId))].flatMap((tableId) => {
    const candidates = faces.get(tableId) ?? []
    const junctions = candidates.some(({ table }) => !table.isView) ? candidates.slice(0, 1) : candidates
    const keys = foreignKeys.filter((key) => key.tableId === tableId && !key.unique)
    return junctions.flatMap((junction) =>
      keys.flatMap((first) => keys.flatMap((second) => across(junction, first, second, faces))),
    )
  })
}

function across(junction: Face, first: KeyRow, second: KeyRow, faces: Faces): Relationship[] {
  if (first === second || !isInPrimaryKey(first, junction) || !isInPrimaryKey(second, junction)) return []
  return (faces.get(first.targetId) ?? []).flatMap((start) =>
    (faces.get(second.targetId) ?? []).flatMap((target): Relationship[] => {
      const fromStart = pairNames(junction, start, first.columns)
      const toTarget = pairNames(junction, target, second.columns)
      if (!fromStart?.length || !toTarget?.length) return []
      return [
        {
          schema: start.table.schema,
          name: start.table.name,
          cardinality: 'many-to-many',
          target: target.table,
          constraint: junction.table.name,
          columns: [],
          computedBy: null,
          junction: {
            table: junction.table,
            fromStart: reversed(fromStart),
            toTarget,
            constraints: [first.constraint, second.constraint],
          },
        },
      ]
    }),
  )
}

function isInPrimaryKey({ columns }: KeyRow, junction: Face): boolean {
  const names = namesOn(
    junction,
    columns.map(([number]) => number),
  )
  return names?.every((name) => junction.table.primaryKey.includes(name)) ?? false
}

function reversed(pairs: readonly ColumnPair[]): ColumnPair[] {
  return pairs.map(([here, there]) => [there, here])
}

/** The way that a function of one row opens to the rows that it returns; undefined for all other functions. */
export function computedRelationship(
  row: FunctionRow,
  tableById: ReadonlyMap<string, Table>,
): Relationship | undefined {
  const start = tableById.get(row.rowOfId ?? '')
  const target = tableById.get(row.relationId ?? '')
  if (start === undefined || target === undefined) return undefined
  return {
    schema: start.schema,
    name: start.name,
    cardinality: row.returnsOneRow ? 'many-to-one' : 'one-to-many',
    target,
    constraint: row.name,
    columns: [],
    junction: null,
    computedBy: { schema: row.schema, name: row.name },
  }
}
