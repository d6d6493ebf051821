import type { Kind } from './table.ts'

/** The kinds of files that contain no table for us. */
export type Foreign =
  | 'picture'
  | 'pdf'
  | 'web_page'
  | 'xml'
  | 'old_workbook'
  | 'protected_workbook'
  | 'open_document'
  | 'text_document'
  | 'archive'
  | 'program'
  | 'unknown'

/** The reasons why a file cannot be read. The screens have the words. */
export type FileProblem =
  | { kind: 'empty' }
  | { kind: 'file_too_large'; count: number; most: number }
  | { kind: 'not_a_table'; found: Foreign }
  | { kind: 'inflates_too_far'; most: number }
  | { kind: 'too_many_columns'; count: number; most: number }
  | { kind: 'too_many_rows'; count: number; most: number }
  | { kind: 'too_many_values'; most: number }
  | { kind: 'too_many_aliases'; most: number }
  | { kind: 'too_deep'; most: number }
  | { kind: 'no_entries'; format: Kind }
  /** A document of a known shape, with the names of the parts that it has instead. */
  | { kind: 'nothing_to_register'; parts: readonly string[] }
  | { kind: 'no_such_sheet'; sheet: string; sheets: readonly string[] }
  | { kind: 'damaged'; format: Kind; line: number | null }

/** The one error that reading throws. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: FileProblem

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(`The file cannot be read: ${problem.kind}.`, options)
    this.problem = problem
  }
}
