import type { Cell } from '../model/table.ts'

/** The kinds of entries in a file. */
export type Shape = 'rows' | 'entries' | 'catalog_info' | 'agent_cards' | 'mcp_servers'

/** The entries of a file as rows. Without `head` the header is one of the rows, or there is none. */
export interface ShapedRows {
  shape: Shape
  head: readonly string[] | null
  rows: readonly (readonly Cell[])[]
}

/** The rows of entries whose cells have names. */
export function rowsOf(
  shape: Shape,
  head: readonly string[],
  entries: readonly Readonly<Record<string, Cell>>[],
): ShapedRows {
  return { shape, head, rows: entries.map((entry) => head.map((key) => entry[key] ?? null)) }
}
