import { invalidBody } from '../errors/request-errors.ts'

/**
 * Reads a CSV body as rows of texts: the first line names the columns, an unquoted `NULL` is null. Throws when a line
 * has
 * another number of fields, or a quoted field does not end.
 * Source: https://www.rfc-editor.org/rfc/rfc4180
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = readLines(text)
  if (header === undefined) throw invalidBody('Empty or invalid CSV')
  return lines.map((fields) => {
    if (fields.length !== header.length) throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(fields.map(({ value }, index) => [header[index]?.value ?? '', nullable(value)]))
  })
}

function nullable(value: string): string | null {
  return value === 'NULL' ? null : value
}

interface CsvField {
  value: string
  end: string
}

const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

function readLines(text: string): CsvField[][] {
  const lines: CsvField[][] = []
  let line: CsvField[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || line.at(-1)?.end === ',') {
    const found = FIELD.exec(text)
    if (found === null) throw invalidBody('Empty or invalid CSV')
    const [, quoted, plain = '', end = ''] = found
    line.push({ value: quoted?.replaceAll('""', '"') ?? plain, end })
    if (end === ',') continue
    lines.push(line)
    line = []
    if (end === '') break
  }
  return lines
}
