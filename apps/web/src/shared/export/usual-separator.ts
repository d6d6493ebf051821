import type { ExportSeparator } from '@cairn/workspace/port/exports'

/** What spreadsheets of a language expect between cells: where the comma is the decimal mark, a semicolon. */
export function usualSeparator(language: string): ExportSeparator {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ','
}
