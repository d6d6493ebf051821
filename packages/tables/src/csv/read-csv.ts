import Papa from 'papaparse'
import { collectRows, type Grid } from '../model/collect-rows.ts'
import type { Reading } from '../model/reading.ts'
import type { Quote, Separator } from '../model/table.ts'
import { original } from './formulas.ts'
import { lineEndOf } from './line-end.ts'
import { withPlainQuotes } from './odd-quotes.ts'
import { textDialectOf } from './text-dialect.ts'

export interface CsvGrid extends Grid {
  separator: Separator
  quote: Quote
}

const PROGRESS_ROWS = 2_000

/** Reads the rows of a text with separators: CSV, TSV, or cells that were pasted. */
export function readCsv(written: string, { overrides, limits, onProgress }: Reading): CsvGrid {
  const text = withPlainQuotes(written)
  const { separator, quote, start } = textDialectOf(text, {
    ...(overrides.separator && { separator: overrides.separator }),
    ...(overrides.quote && { quote: overrides.quote }),
  })
  const newline = lineEndOf(text, quote)
  const mayEndWithReturn = newline === '\n' && text.includes('\r')
  const collector = collectRows(limits)
  let number = 0
  Papa.parse<string[]>(start === 0 ? text : text.slice(start), {
    delimiter: separator,
    quoteChar: quote,
    newline,
    step: ({ data, errors, meta }) => {
      number += 1
      if (number % PROGRESS_ROWS === 0) onProgress(meta.cursor / text.length)
      const cells = data.map(original)
      collector.add(number, mayEndWithReturn ? withoutReturn(cells) : cells)
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        collector.note({ kind: 'unclosed_quote', row: number })
    },
  })
  return { ...collector.done(), separator, quote }
}

function withoutReturn(cells: readonly string[]): readonly string[] {
  const last = cells.at(-1)
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells
}
