import { TableError } from '../model/table-error.ts'

const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** Throws where brackets of a JSON text lie too deep in each other, before a parser follows them. */
export function refuseDeepJson(text: string, most: number): void {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(text, index)
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > most) throw new TableError({ kind: 'too_deep', most })
  }
}

/** The place of the quote that ends the string which begins at a place. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) index += 1
    else if (code === QUOTE) return index
  }
  return text.length
}
