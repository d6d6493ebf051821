/** The limits of reading a file. */
export interface Limits {
  fileBytes: number
  columns: number
  rows: number
  /** Non-empty cells over all rows: the number that fits into the memory of a browser. */
  cells: number
  cellCharacters: number
  /** The size of all parts of a workbook together once they are inflated. */
  inflatedBytes: number
  /** The nesting depth of lists and objects in JSON and YAML. */
  depth: number
  /** The length of a YAML text; its parser needs a hundred times the memory of the text. */
  yamlCharacters: number
  /** Marks and values of a YAML file. */
  yamlParts: number
  /** How often the anchors of a YAML file may be repeated by its aliases. */
  aliases: number
  /** The number of problems that are kept of a table; a file of the wrong encoding has one in each cell. */
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
