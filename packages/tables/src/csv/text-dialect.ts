import Papa from 'papaparse'
import { QUOTES, type Quote, SEPARATORS, type Separator } from '../model/table.ts'
import { lineEndOf } from './line-end.ts'

const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_ROWS = 60
/** A row that is no data, such as a title above the table, may have another number of cells. */
const LEAST_AGREEMENT = 0.5

/** The line that names the separator for Excel; it is not a row of the table. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i
/** Lines before a table that say what its rows are: PowerShell's type, and the schema of a SharePoint list. */
const TYPE_LINE = /^(?:#TYPE [^\r\n]*|"?ListSchema=[^\r\n]*)(?:\r\n|\n|\r)/

export interface TextDialect {
  separator: Separator
  quote: Quote
  /** How many characters stand before the first row. */
  start: number
}

/** The separator and the quote of a text: those with which most rows have the same number of cells, and the more. */
export function textDialectOf(text: string, given: { separator?: Separator; quote?: Quote }): TextDialect {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? TYPE_LINE.exec(text) ?? []
  const start = line?.length ?? 0
  const said = given.separator ?? SEPARATORS.find((separator) => separator === named)
  const sample = sampleOf(text, start)
  const quote = given.quote ?? quoteOf(sample)
  return { separator: said ?? separatorOf(sample, quote), quote, start }
}

/** Whole lines from the beginning of a text. */
function sampleOf(text: string, start: number): string {
  const sample = text.slice(start, start + SAMPLE_CHARACTERS)
  if (start + SAMPLE_CHARACTERS >= text.length) return sample
  const end = Math.max(sample.lastIndexOf('\n'), sample.lastIndexOf('\r'))
  return end > 0 ? sample.slice(0, end) : sample
}

function separatorOf(sample: string, quote: Quote): Separator {
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 }
  for (const separator of SEPARATORS) {
    const score = agreement(sample, separator, quote)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** How many rows agree on their number of cells, weighed by this number; 0 where rows have one cell each. */
function agreement(sample: string, separator: Separator, quote: Quote): number {
  const { data } = Papa.parse<string[]>(sample, {
    delimiter: separator,
    quoteChar: quote,
    newline: lineEndOf(sample, quote),
    preview: SAMPLE_ROWS,
  })
  const widths = data
    .filter((cells) => cells.length > 1 || cells[0]?.trim() !== '')
    .map((cells) => cells.length)
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [width, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [1, 0])
  const share = count / Math.max(widths.length, 1)
  return width > 1 && share >= LEAST_AGREEMENT ? share ** 2 * Math.log2(width + 1) : 0
}

/** Apostrophes quote only where they stand around cells, and quotation marks never do. */
function quoteOf(sample: string): Quote {
  const [double, single] = QUOTES.map((quote) => {
    const around = new RegExp(`(?:^|[,;\\t|])${quote}[^${quote}\\n]*${quote}(?=[,;\\t|]|\\r?$)`, 'gm')
    return sample.match(around)?.length ?? 0
  })
  return double === 0 && (single ?? 0) > 1 ? "'" : '"'
}
