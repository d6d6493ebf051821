import type { Cell } from '../model/table.ts'

/** What the entries of a file are. */
export type Shape = 'rows' | 'entries' | 'catalog_info' | 'agent_cards' | 'mcp_servers'

/** Entries of a file as rows. Without a head it is one of the rows, or there is none. */
export interface ShapedRows {
  shape: Shape
  head: readonly string[] | null
  rows: readonly (readonly Cell[])[]
}

/** Rows of which each cell has a name. */
export function rowsOf(
  shape: Shape,
  head: readonly string[],
  entries: readonly Readonly<Record<string, Cell>>[],
): ShapedRows {
  return { shape, head, rows: entries.map((entry) => head.map((key) => entry[key] ?? null)) }
}
