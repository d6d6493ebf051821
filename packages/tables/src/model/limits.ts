/** What is read at most. */
export interface Limits {
  fileBytes: number
  columns: number
  rows: number
  /** Cells with something in them, over all rows: what the memory of a browser holds. */
  cells: number
  cellCharacters: number
  /** What the parts of a workbook may have together once they are inflated. */
  inflatedBytes: number
  /** How deep lists and objects of JSON and YAML lie in each other. */
  depth: number
  /** The parser of YAML takes a hundred times what the text takes. */
  yamlCharacters: number
  /** Marks and values of a YAML file. */
  yamlParts: number
  /** How often the anchors of a YAML file may be repeated by its aliases. */
  aliases: number
  /** Kept of the problems of a table; a file of the wrong encoding has one in each cell. */
  problems: number
}

const MEGABYTE = 1024 * 1024

export const LIMITS: Limits = {
  fileBytes: 50 * MEGABYTE,
  columns: 200,
  rows: 100_000,
  cells: 3_000_000,
  cellCharacters: 10_000,
  inflatedBytes: 400 * MEGABYTE,
  depth: 64,
  yamlCharacters: 5_000_000,
  yamlParts: 300_000,
  aliases: 1_000,
  problems: 1_000,
}
