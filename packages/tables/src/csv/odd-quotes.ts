const SAMPLE_CHARACTERS = 64 * 1024
/** A quoted cell after spaces: `, "Mail, calendar"`. */
const SPACED = /(?:^|[,;\t|\n\r]) +"[^"]*"(?:"[^"]*")* *(?=[,;\t|\r\n]|$)/
/** A quotation mark after a backslash that does not end its cell, as a path of Windows may: `"C:\dir\",`. */
const ESCAPED = /\\"(?! *[,;\t|\r\n]| *$)/
const DOUBLED = /[^,;\t|\r\n\\]""[^,;\t|\r\n]/

/**
 * Returns a text whose quotes are as RFC 4180 has them: at the beginning of a cell, and doubled within. Some programs write
 * a space before the quote, and some a backslash before a quotation mark. Other texts stay as they are.
 */
export function withPlainQuotes(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const isSpaced = SPACED.test(sample)
  const isEscaped = ESCAPED.test(sample) && !DOUBLED.test(sample)
  return isSpaced || isEscaped ? rewritten(text, isEscaped) : text
}

/** A cell that begins with a quote, its spaces around included, or the marks and texts between. */
const PARTS = {
  doubled: /(^|[,;\t|\n\r]) *"((?:[^"]|"")*)" *(?=[,;\t|\r\n]|$)/g,
  escaped: /(^|[,;\t|\n\r]) *"((?:[^"\\]|\\[\s\S]|"")*)" *(?=[,;\t|\r\n]|$)/g,
} as const

function rewritten(text: string, isEscaped: boolean): string {
  return text.replaceAll(isEscaped ? PARTS.escaped : PARTS.doubled, (_, before: string, cell: string) => {
    const content = isEscaped ? cell.replaceAll('\\"', '""').replaceAll('\\\\', '\\') : cell
    return `${before}"${content}"`
  })
}
