import { listsBySchema, type SchemaMap, type Table } from './relation.ts'

/** A foreign key between two tables that may be named in requests. Column pairs run from `table` to `target`. */
export interface ForeignKey {
  constraint: string
  table: { schema: string; name: string }
  target: { schema: string; name: string }
  columns: readonly ColumnPair[]
  /** True when exactly these columns are a primary or unique key: at most one row points at each target. */
  unique: boolean
}

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
  /** From the starting table to the target; empty where a junction lies between. */
  columns: readonly ColumnPair[]
  junction: Junction | null
}

export function leadsToOneRow(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/** The columns of the starting table that lead to the other rows. */
export function joiningColumns({ junction, columns }: Relationship): string[] {
  return (junction?.fromStart ?? columns).map(([here]) => here)
}

/** Derives every way between tables from their foreign keys, in both directions and through junction tables. */
export function relationshipsOf(
  foreignKeys: readonly ForeignKey[],
  table: (schema: string, name: string) => Table | undefined,
): SchemaMap<readonly Relationship[]> {
  const found: Relationship[] = []
  for (const key of foreignKeys) {
    const from = table(key.table.schema, key.table.name)
    const to = table(key.target.schema, key.target.name)
    if (from === undefined || to === undefined) continue
    found.push(...bothWays(key, from, to))
  }
  found.push(...acrossJunctions(foreignKeys, table))
  return listsBySchema(found)
}

function bothWays(key: ForeignKey, from: Table, to: Table): Relationship[] {
  const shared = { constraint: key.constraint, junction: null }
  const there: Relationship = {
    ...shared,
    schema: from.schema,
    name: from.name,
    target: to,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    columns: key.columns,
  }
  const back: Relationship = {
    ...shared,
    schema: to.schema,
    name: to.name,
    target: from,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    columns: reversed(key.columns),
  }
  return [there, back]
}

function acrossJunctions(
  foreignKeys: readonly ForeignKey[],
  table: (schema: string, name: string) => Table | undefined,
): Relationship[] {
  const found: Relationship[] = []
  for (const [schema, names] of listsBySchema(foreignKeys.map((key) => ({ ...key.table, key })))) {
    for (const [name, held] of names) {
      const junction = table(schema, name)
      if (junction === undefined) continue
      const keys = held.map(({ key }) => key).filter((key) => !key.unique && isInPrimaryKey(key, junction))
      found.push(...keys.flatMap((first) => keys.flatMap((second) => across(junction, first, second, table))))
    }
  }
  return found
}

function across(
  junction: Table,
  first: ForeignKey,
  second: ForeignKey,
  table: (schema: string, name: string) => Table | undefined,
): Relationship[] {
  const start = table(first.target.schema, first.target.name)
  const target = table(second.target.schema, second.target.name)
  if (first === second || start === undefined || target === undefined) return []
  return [
    {
      schema: start.schema,
      name: start.name,
      cardinality: 'many-to-many',
      target,
      constraint: junction.name,
      columns: [],
      junction: {
        table: junction,
        fromStart: reversed(first.columns),
        toTarget: second.columns,
        constraints: [first.constraint, second.constraint],
      },
    },
  ]
}

function isInPrimaryKey(key: ForeignKey, table: Table): boolean {
  return key.columns.every(([column]) => table.primaryKey.includes(column))
}

function reversed(pairs: readonly ColumnPair[]): ColumnPair[] {
  return pairs.map(([here, there]) => [there, here])
}
