import { type ColumnMatch, matchColumns } from '@cairn/tables/matching/match-columns'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Overrides, Table } from '@cairn/tables/model/table'
import { type ReadTable, readFile, readText } from '@cairn/tables/read-tables'
import type { ImportRow } from '@cairn/workspace/port/imports'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type ColumnLook, lookAt } from './column-look.ts'
import { type FieldGuess, guessField } from './field-guess.ts'
import { rowMaker } from './import-rows.ts'
import type { ImportTarget, Mapping } from './mapping.ts'
import { type Preview, previewOf } from './preview.ts'
import { type ProblemFile, problemFile } from './problem-file.ts'

/** A file, or cells that were pasted. */
export type Source = { name: string; bytes: Uint8Array<ArrayBuffer> } | { name: string; text: string }

/** A table that was read, and what is asked of it. Another reading replaces it. */
export interface TableSession {
  /**
   * Reads the rows for a catalogue, as a file may have records of several; without one, all records.
   * @throws TableError
   */
  read(source: Source, overrides: Overrides, recordKind?: CatalogueKind): Promise<Preview>
  /** Which field each column goes to. */
  match(targets: readonly ImportTarget[]): Promise<readonly ColumnMatch[]>
  look(column: number, target: ImportTarget): Promise<ColumnLook>
  guess(column: number): Promise<FieldGuess>
  /** Rows as they are sent, from a place on. */
  rows(
    mapping: Mapping,
    targets: readonly ImportTarget[],
    from: number,
    count: number,
  ): Promise<readonly ImportRow[]>
  problemFile(problems: ReadonlyMap<number, string>, word: string): Promise<ProblemFile>
}

/** @param onProgress receives the share of a file that has been read, from 0 to 1 */
export function createTableSession(onProgress: (share: number) => void): TableSession {
  let table: ReadTable | null = null
  const known = () => {
    if (table === null) throw new Error('No table has been read.')
    return table
  }
  return {
    async read(source, overrides, recordKind) {
      const options = { overrides, recordKind: recordKind ?? null, onProgress }
      table =
        'text' in source
          ? await readText(source.text, source.name, options)
          : await readFile(source.bytes, source.name, options)
      return previewOf(table)
    },
    match: async (targets) => matchColumns(known(), possible(known(), targets)),
    look: async (column, target) => lookAt(known(), column, target),
    guess: async (column) => guessField(known(), column),
    async rows(mapping, targets, from, count) {
      return known()
        .rows.slice(from, from + count)
        .map(rowMaker(known(), mapping, targets))
    },
    problemFile: async (problems, word) => problemFile(known(), problems, word),
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const SAMPLE_ROWS = 50

/** Without the id of our own records, where no column has such ids: one that is called 'ID' is that of the source. */
function possible({ head, rows, columns }: Table, targets: readonly ImportTarget[]): readonly ImportTarget[] {
  const isOurs = (column: number) => {
    const texts = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => textOf(cells[column] ?? null))
    const filled = texts.filter(Boolean)
    return filled.length > 0 && filled.every((text) => UUID.test(text))
  }
  const places = Array.from({ length: columns }, (_, column) => column)
  const hasIds = places.some((column) => head?.[column]?.trim().toLowerCase() === 'id' && isOurs(column))
  return hasIds ? targets : targets.filter(({ key }) => key !== 'id')
}
