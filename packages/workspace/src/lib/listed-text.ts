/** What may stand between the texts of a list in a cell, and so is in quotes within one of them. */
const TELLING = /[,;|\r\n"]|^\s|\s$/

/** Several texts in one cell: `one; "two, three"`. */
export function listedText(texts: readonly string[]): string {
  return texts.map((text) => (TELLING.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')
}

/** The texts of a cell with any of the marks between them; those in quotes are taken as they stand. */
export function listedIn(text: string, marks: string): string[] {
  const next = new RegExp(String.raw`\s*(?:"((?:[^"]|"")*)"\s*|([^${marks}]*))(?:[${marks}]|$)`, 'y')
  const texts: string[] = []
  while (next.lastIndex < text.length) {
    const [, quoted, plain = ''] = next.exec(text) ?? []
    texts.push(quoted?.replaceAll('""', '"') ?? plain.trim())
  }
  return texts.filter((each) => each.trim() !== '')
}
