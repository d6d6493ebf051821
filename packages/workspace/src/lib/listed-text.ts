/** The characters that separate the texts of a list in a cell. A text that contains one of them is quoted. */
const TELLING = /[,;|\r\n"]|^\s|\s$/

/** Joins several texts into one cell: `one; "two, three"`. */
export function listedText(texts: readonly string[]): string {
  return texts.map((text) => (TELLING.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')
}

/** Splits a cell at any of the marks into its texts; quoted texts are taken as they stand. */
export function listedIn(text: string, marks: string): string[] {
  const next = new RegExp(String.raw`\s*(?:"((?:[^"]|"")*)"\s*|([^${marks}]*))(?:[${marks}]|$)`, 'y')
  const texts: string[] = []
  while (next.lastIndex < text.length) {
    const [, quoted, plain = ''] = next.exec(text) ?? []
    texts.push(quoted?.replaceAll('""', '"') ?? plain.trim())
  }
  return texts.filter((each) => each.trim() !== '')
}
