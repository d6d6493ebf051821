import { harmless } from '@cairn/tables/csv/formulas'

const NEEDS_QUOTES = /[",;\r\n]/

/**
 * Formats a line of a CSV file (RFC 4180), its end included. A cell that a spreadsheet would take for a formula begins
 * with an apostrophe: a member who names a record must not run anything on the machine of the admin who opens the
 * export.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | null): string {
  const text = harmless(value ?? '')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
