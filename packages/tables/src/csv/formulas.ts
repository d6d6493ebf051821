/**
 * A text that a spreadsheet would take for a formula, behind white space too, and one that was made harmless before. Some
 * programs read the wide and small forms of the signs as the signs.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠﹦﹢﹣﹫−])/
const HARMLESS = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠﹦﹢﹣﹫−])/

/** Whether a spreadsheet would take a text for a formula. */
export const looksLikeFormula = (text: string): boolean => FORMULA.test(text)

/** A text as a spreadsheet shows it instead of calculating it: with an apostrophe before it. */
export function harmless(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text
}

/** The text that was made harmless: `original(harmless(text))` is the text, whatever it is. */
export function original(text: string): string {
  return HARMLESS.test(text) ? text.slice(1) : text
}
