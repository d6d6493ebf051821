import type { FunctionRow } from './functions.ts'
import { type ExposedTable, type KeyRow, namesOn } from './keys.ts'
import { listsBySchema, type QualifiedName, type SchemaMap, type Table } from './relation.ts'

/** `[column here, column there]` */
export type ColumnPair = readonly [string, string]

/** The table between two others, whose primary key holds the columns that point at both. */
interface Junction {
  table: Table
  /** From the starting table to the junction. */
  fromStart: readonly ColumnPair[]
  /** From the junction to the target. */
  toTarget: readonly ColumnPair[]
  constraints: readonly [string, string]
}

/** A relationship from the rows of one table to rows of another, or of the same. */
export interface Relationship {
  schema: string
  /** Name of the table where it starts. */
  name: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  target: Table
  constraint: string
  /** The name of the constraint in its table, where a view stands for that by another name. */
  constraintOfTable: string
  /** True where the table it starts from holds the foreign key. */
  holdsKey: boolean
  /** From the starting table to the target; empty where a junction or a function lies between. */
  columns: readonly ColumnPair[]
  junction: Junction | null
  /** The function that returns the related rows of a row. */
  computedBy: QualifiedName | null
}

export function leadsToOneRow(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/** The columns of the starting table by which it is joined. */
export function joiningColumns({ junction, columns }: Relationship): string[] {
  return (junction?.fromStart ?? columns).map(([here]) => here)
}

type ExposedTables = ReadonlyMap<string, readonly ExposedTable[]>

/** Derives all relationships from the foreign keys: in both directions, through junction tables and through views. */
export function relationshipsOf(
  foreignKeys: readonly KeyRow[],
  exposedTables: ExposedTables,
  computed: readonly Relationship[],
): SchemaMap<readonly Relationship[]> {
  const isByKey = byKeys(computed)
  const direct = foreignKeys.flatMap((key) =>
    pairsOf(exposedTables, key)
      .filter(({ from, to }) => isByKey(from, to))
      .flatMap(({ from, to, columns }) => bothWays(key, from, to, columns)),
  )
  const across = acrossJunctions(foreignKeys, exposedTables).filter(
    ({ start, target, junction }) => isByKey(junction.table, start) && isByKey(junction.table, target),
  )
  return listsBySchema([...direct, ...across.map(({ relationship }) => relationship), ...computed])
}

/**
 * Whether keys relate two tables. Several views can stand for the table that a key leads to, each for some of its rows.
 * Where functions of rows name the related ones of such views, the key alone would name them all.
 */
function byKeys(computed: readonly Relationship[]): (from: Table, to: Table) => boolean {
  const pair = (from: string, { schema, standsFor }: Table) => JSON.stringify([schema, from, standsFor])
  const byFunctions = new Set(
    computed.filter(({ target }) => target.standsFor !== null).map(({ name, target }) => pair(name, target)),
  )
  return (from, to) => to.standsFor === null || !byFunctions.has(pair(from.name, to))
}

/** The name of a constraint, by the view that stands for its table where there is one: `systems_owner_id_fkey`. */
function nameIn({ name, standsFor }: Table, constraint: string): string {
  return standsFor !== null && constraint.startsWith(`${standsFor}_`)
    ? name + constraint.slice(standsFor.length)
    : constraint
}

interface KeyPair {
  from: Table
  to: Table
  columns: readonly ColumnPair[]
}

/** A key relates its table, and every view of it, to its target and every view of that. */
function pairsOf(exposedTables: ExposedTables, { tableId, targetId, columns }: KeyRow): KeyPair[] {
  return (exposedTables.get(tableId) ?? []).flatMap((from) =>
    (exposedTables.get(targetId) ?? []).flatMap((to) =>
      pairNames(from, to, columns).map((pairs) => ({ from: from.table, to: to.table, columns: pairs })),
    ),
  )
}

/** The columns of a key by their names on both sides: once for each way in which a view shows them. */
function pairNames(from: ExposedTable, to: ExposedTable, columns: KeyRow['columns']): ColumnPair[][] {
  const here = columns.map(([number]) => number)
  const there = columns.map(([, number]) => number)
  return namesOn(from, here).flatMap((names) =>
    namesOn(to, there).map((targets) =>
      names.flatMap((name, index): ColumnPair[] => {
        const target = targets[index]
        return target === undefined ? [] : [[name, target]]
      }),
    ),
  )
}

function bothWays(key: KeyRow, from: Table, to: Table, columns: readonly ColumnPair[]): Relationship[] {
  if (columns.length === 0) return []
  const shared = {
    constraint: nameIn(from, key.constraint),
    constraintOfTable: key.constraint,
    junction: null,
    computedBy: null,
  }
  const there: Relationship = {
    ...shared,
    schema: from.schema,
    name: from.name,
    target: to,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    holdsKey: true,
    columns,
  }
  const back: Relationship = {
    ...shared,
    schema: to.schema,
    name: to.name,
    target: from,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    holdsKey: false,
    columns: reversed(columns),
  }
  return [there, back]
}

interface Crossing {
  start: Table
  target: Table
  junction: Junction
  relationship: Relationship
}

/** A table and each of its views can serve as junction. */
function acrossJunctions(foreignKeys: readonly KeyRow[], exposedTables: ExposedTables): Crossing[] {
  return [...new Set(foreignKeys.map(({ tableId }) => tableId))].flatMap((tableId) => {
    const keys = foreignKeys.filter((key) => key.tableId === tableId && !key.unique)
    return (exposedTables.get(tableId) ?? []).flatMap((junction) =>
      keys.flatMap((first) => keys.flatMap((second) => across(junction, first, second, exposedTables))),
    )
  })
}

function across(
  junction: ExposedTable,
  first: KeyRow,
  second: KeyRow,
  exposedTables: ExposedTables,
): Crossing[] {
  if (first === second || !isInPrimaryKey(first, junction) || !isInPrimaryKey(second, junction)) return []
  return (exposedTables.get(first.targetId) ?? []).flatMap((start) =>
    (exposedTables.get(second.targetId) ?? []).flatMap((target) =>
      pairNames(junction, start, first.columns).flatMap((fromStart) =>
        pairNames(junction, target, second.columns).map((toTarget) =>
          crossing(start.table, target.table, {
            table: junction.table,
            fromStart: reversed(fromStart),
            toTarget,
            constraints: [first.constraint, second.constraint],
          }),
        ),
      ),
    ),
  )
}

function crossing(start: Table, target: Table, junction: Junction): Crossing {
  const relationship: Relationship = {
    schema: start.schema,
    name: start.name,
    cardinality: 'many-to-many',
    target,
    constraint: junction.table.name,
    constraintOfTable: junction.table.name,
    holdsKey: false,
    columns: [],
    computedBy: null,
    junction,
  }
  return { start, target, junction, relationship }
}

function isInPrimaryKey({ columns }: KeyRow, junction: ExposedTable): boolean {
  const namings = namesOn(
    junction,
    columns.map(([number]) => number),
  )
  return namings.some((names) => names.every((name) => junction.table.primaryKey.includes(name)))
}

function reversed(pairs: readonly ColumnPair[]): ColumnPair[] {
  return pairs.map(([here, there]) => [there, here])
}

/** The relationship from a row to the rows that a function of it returns; undefined for all other functions. */
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
    constraintOfTable: row.name,
    holdsKey: false,
    columns: [],
    junction: null,
    computedBy: { schema: row.schema, name: row.name },
  }
}
