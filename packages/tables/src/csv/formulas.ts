/** A text that a spreadsheet would take for a formula, and one that was made harmless before. */
const FORMULA = /^'*[=+\-@\t\r]/
const HARMLESS = /^'+[=+\-@\t\r]/

/** A text as a spreadsheet shows it instead of calculating it: with an apostrophe before it. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that was made harmless: `original(harmless(text))` is the text, whatever it is. */
export function original(text: string): string {
  return HARMLESS.test(text) ? text.slice(1) : text
}
