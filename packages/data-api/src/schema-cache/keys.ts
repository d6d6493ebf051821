import { z } from 'zod'
import type { Table } from './relation.ts'
import type { ViewColumns } from './view-columns.ts'

/** A primary or foreign key, by the numbers of tables and columns. */
export const keyRows = z.array(
  z.object({
    kind: z.enum(['p', 'f']),
    constraint: z.string(),
    tableId: z.string(),
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

/** How a table shows in requests: as itself, or through a view. */
export interface Face {
  table: Table
  /** From the number of a column in the table to its name here. */
  columnNames: ReadonlyMap<number, string>
}

/** Every table that requests may name, by the table whose rows it shows. A table's own face comes first. */
export function facesOf(
  exposed: readonly NumberedTable[],
  views: ReadonlyMap<string, ViewColumns>,
): ReadonlyMap<string, readonly Face[]> {
  const faces = new Map<string, Face[]>()
  const add = (id: string, face: Face) => faces.set(id, [...(faces.get(id) ?? []), face])
  for (const { id, table, columnNames } of exposed) if (!table.isView) add(id, { table, columnNames })
  for (const { id, table, columnNames } of exposed) {
    for (const [baseId, shown] of byTable(views.get(id) ?? new Map())) {
      const names = [...shown].flatMap(([number, here]): [number, string][] => {
        const name = columnNames.get(here)
        return name === undefined ? [] : [[number, name]]
      })
      add(baseId, { table, columnNames: new Map(names) })
    }
  }
  return faces
}

/** The columns of a view by the table that they show: from the number there to the first number here. */
function byTable(columns: ViewColumns): Map<string, Map<number, number>> {
  const tables = new Map<string, Map<number, number>>()
  for (const [here, { id, number }] of columns) {
    const shown = tables.get(id) ?? new Map<number, number>()
    if (!shown.has(number)) shown.set(number, here)
    tables.set(id, shown)
  }
  return tables
}

/** The names of these columns where all of them show, undefined otherwise. */
export function namesOn({ columnNames }: Face, numbers: readonly number[]): string[] | undefined {
  const names = numbers.flatMap((number) => columnNames.get(number) ?? [])
  return names.length === numbers.length ? names : undefined
}
