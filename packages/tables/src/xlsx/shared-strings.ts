import type { Archive } from './archive.ts'
import { readPart } from './workbook.ts'

/** Texts of a workbook in the order in which cells refer to them. */
export function readSharedStrings(archive: Archive, path: string | null): readonly string[] {
  if (path === null || !archive.has(path)) return []
  const strings: string[] = []
  const collected = richText((text) => strings.push(text))
  readPart(archive, path, { ...collected, open: (name) => collected.open(name) })
  return strings
}

interface TextCollector {
  open: (name: string) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Puts a text together from its runs (`t` in `si` or `is`); how it is spoken in Japanese (`rPh`) is left out. */
export function richText(done: (text: string) => void): TextCollector {
  let parts = ''
  let isInText = false
  let isSpoken = false
  return {
    open(name) {
      if (name === 'si' || name === 'is') parts = ''
      if (name === 't') isInText = true
      if (name === 'rPh') isSpoken = true
    },
    close(name) {
      if (name === 't') isInText = false
      if (name === 'rPh') isSpoken = false
      if (name === 'si' || name === 'is') done(withControlCharacters(parts))
    },
    text(text) {
      if (isInText && !isSpoken) parts += text
    },
  }
}

/** Characters that XML cannot have are written as `_x000D_`. */
export function withControlCharacters(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
