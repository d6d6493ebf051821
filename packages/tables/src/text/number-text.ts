import type { DecimalMark } from '../model/table.ts'

/** Characters around numbers that do not change their value: currencies and spaces, including narrow ones. */
const CURRENCY = /^(?:[$€£¥]|CHF|EUR|USD|GBP|Fr\.)|(?:[$€£¥]|CHF|EUR|USD|GBP|Fr\.)$/i
const SPACES = /[\s\u00a0\u2007\u2009\u202f]/g
const MINUS = /^[-\u2212]/
const IN_BRACKETS = /^\((.+)\)$/
/** The maximum length of a number in a table; longer texts are not tried. */
const LONGEST = 40

const WHOLE_AND_DECIMALS = {
  '.': /^(?:\d+|\d{1,3}(?:[,'’]\d{3})+)?(?:\.\d+)?$/,
  ',': /^(?:\d+|\d{1,3}(?:[.'’]\d{3})+)?(?:,\d+)?$/,
} as const satisfies Record<DecimalMark, RegExp>

/** The number in a text, such as "1.234,50 €" where the comma is the decimal mark; null where there is none. */
export function numberOf(text: string, decimal: DecimalMark): number | null {
  const bare = bareNumber(text)
  if (bare === null) return null
  const digits = bare.replace(MINUS, '')
  if (!/\d/.test(digits)) return null
  if (/^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(digits)) return signed(bare, Number(digits))
  if (!WHOLE_AND_DECIMALS[decimal].test(digits)) return null
  const thousands = decimal === '.' ? /[,'’]/g : /[.'’]/g
  return signed(bare, Number(digits.replaceAll(thousands, '').replace(',', '.')))
}

/** The decimal mark of the numbers among some texts; null where none of them is unambiguous. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | null {
  let points = 0
  let commas = 0
  for (const text of texts) {
    const bare = bareNumber(text)
    const mark = bare === null ? null : markIn(bare)
    if (mark === '.') points += 1
    if (mark === ',') commas += 1
  }
  if (points === commas) return null
  return points > commas ? '.' : ','
}

/** The decimal mark in a number, where it is unambiguous: in `1.234,5`, `1.234.567` and `1,5` it is the comma. */
function markIn(bare: string): DecimalMark | null {
  const digits = bare.replace(MINUS, '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$|^\d*,(?:\d{1,2}|\d{4,})$/.test(digits)) return ','
  if (/^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$|^\d*\.(?:\d{1,2}|\d{4,})$/.test(digits)) return '.'
  return null
}

/** A number without currency, spaces and brackets; null where there is more than a number. */
function bareNumber(text: string): string | null {
  if (text.length > LONGEST || !/\d/.test(text)) return null
  const tight = text.replaceAll(SPACES, '')
  const [, bracketed] = IN_BRACKETS.exec(tight) ?? []
  const bare = (bracketed === undefined ? tight : `-${bracketed}`).replace(CURRENCY, '')
  const unsigned = bare.replace(MINUS, '').replace(CURRENCY, '')
  if (!/^[\d.,'’]+(?:e[+-]?\d+)?$/i.test(unsigned)) return null
  return MINUS.test(bare) ? `-${unsigned}` : unsigned
}

function signed(bare: string, value: number): number {
  return MINUS.test(bare) && value !== 0 ? -value : value
}
