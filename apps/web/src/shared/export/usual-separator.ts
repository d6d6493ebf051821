import type { ExportSeparator } from '@cairn/workspace/port/exports'

/**
 * Returns the separator of cells that spreadsheets of a language expect: a semicolon, where the comma is the decimal
 * mark.
 */
export function usualSeparator(language: string): ExportSeparator {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ','
}
