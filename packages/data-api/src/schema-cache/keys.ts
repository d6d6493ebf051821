import { z } from 'zod'
import type { Table } from './relation.ts'
import type { ViewColumns } from './view-columns.ts'

/** A primary or foreign key, by the numbers of tables and columns. */
export const keyRows = z.array(
  z.object({
    kind: z.enum(['p', 'f']),
    constraint: z.string(),
    tableId: z.string(),
    tableName: z.string(),
    targetId: z.string(),
    /** `[column here, column there]` */
    columns: z.array(z.tuple([z.number(), z.number()])),
    /** True when exactly these columns are a primary or unique key: at most one row points at each target. */
    unique: z.boolean(),
  }),
)
export type KeyRow = z.infer<typeof keyRows>[number]

/** A relation of the catalogue, with the names of its columns by their numbers. */
export interface NumberedTable {
  id: string
  table: Table
  columnNames: ReadonlyMap<number, string>
}

/** A table as requests can name it: by its own name, or through a view that shows its rows. */
export interface ExposedTable {
  table: Table
  /** From the number of a column in the table to its names here: a view may show it more than once. */
  columnNames: ReadonlyMap<number, readonly string[]>
}

/**
 * The tables and views that requests may name, by the id of the table whose rows they show. The table itself comes
 * first.
 */
export function exposedTablesOf(
  exposed: readonly NumberedTable[],
  views: ReadonlyMap<string, ViewColumns>,
): ReadonlyMap<string, readonly ExposedTable[]> {
  const exposedTables = new Map<string, ExposedTable[]>()
  const add = (id: string, exposed: ExposedTable) =>
    exposedTables.set(id, [...(exposedTables.get(id) ?? []), exposed])
  for (const { id, table, columnNames } of exposed) {
    if (table.isView) continue
    add(id, { table, columnNames: new Map([...columnNames].map(([number, name]) => [number, [name]])) })
  }
  for (const { id, table, columnNames } of exposed) {
    for (const [baseId, shown] of byTable(views.get(id) ?? new Map())) {
      const names = [...shown].map(([number, all]): [number, string[]] => [
        number,
        all.flatMap((here) => columnNames.get(here) ?? []),
      ])
      add(baseId, { table, columnNames: new Map(names) })
    }
  }
  return exposedTables
}

/** The columns of a view by the table that they show: from the number there to the numbers here. */
function byTable(columns: ViewColumns): Map<string, Map<number, number[]>> {
  const tables = new Map<string, Map<number, number[]>>()
  for (const [here, { id, number }] of columns) {
    const shown = tables.get(id) ?? new Map<number, number[]>()
    shown.set(number, [...(shown.get(number) ?? []), here])
    tables.set(id, shown)
  }
  return tables
}

/** A view that shows each column of a long key again and again would lead to as many relationships as it likes. */
const MOST_NAMINGS = 8

/** The names of these columns, in every combination that a view shows; none where one of them does not show. */
export function namesOn({ columnNames }: ExposedTable, numbers: readonly number[]): string[][] {
  return numbers
    .reduce<string[][]>(
      (namings, number) =>
        namings.flatMap((names) => (columnNames.get(number) ?? []).map((name) => [...names, name])),
      [[]],
    )
    .slice(0, MOST_NAMINGS)
}
