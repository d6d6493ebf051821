/** What spreadsheets take for the beginning of a formula, behind white space too; some read the wide forms as well. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
const NEEDS_QUOTES = /[",;\r\n]/

/**
 * One line of a CSV file (RFC 4180), its end included. A cell that a spreadsheet would take for a formula begins with an
 * apostrophe: a member who names a record must not run anything on the machine of the admin who opens the export.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | null): string {
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
