import type { Quote } from '../model/table.ts'

export type LineEnd = '\r\n' | '\n' | '\r'

/**
 * The line end of a text, searched outside of quotes. Where both `\r\n` and `\n` occur, it is `\n`, and the last cells
 * lose their `\r`.
 */
export function lineEndOf(text: string, quote: Quote): LineEnd {
  if (!text.includes('\r')) return '\n'
  if (!text.includes('\n')) return '\r'
  const outside = quote === '"' ? /"[^"]*"|\r?\n/g : /'[^']*'|\r?\n/g
  for (const [found] of text.matchAll(outside)) if (found === '\n') return '\n'
  return '\r\n'
}
