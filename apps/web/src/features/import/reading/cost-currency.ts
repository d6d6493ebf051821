import { COST, CURRENCY, currencyOf } from '@/catalogue/fields/money.ts'
import type { ColumnUse, Mapping } from './mapping.ts'

/** Stands among the words of the currency for no word: what costs are in that come without. */
const NO_WORD = ''

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }
const CODE = /(?<![A-Z])(?:EUR|USD|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK)(?![A-Z])/
const SIGN = /[€$£¥]/

/** The currency of a sign or a code in small letters. */
export function currencyCode(text: string): string {
  return SIGNS[text] ?? text.toUpperCase()
}

/** The currency that a head or a cost names; null for none. */
export function currencyIn(text: string): string | null {
  const sign = SIGN.exec(text)?.[0]
  return CODE.exec(text)?.[0] ?? (sign === undefined ? null : currencyCode(sign))
}

/** The currency of costs that come without one; null where a column has it, or no column has costs. */
export function costCurrency({ columns, words }: Pick<Mapping, 'columns' | 'words'>): string | null {
  const takes = (key: string) => columns.some((use: ColumnUse) => use.use === 'field' && use.key === key)
  if (!takes(COST) || takes(CURRENCY)) return null
  return words[CURRENCY]?.[NO_WORD] ?? currencyOf({})
}

/** The words with the currency of costs that come without one. */
export function withCurrency(words: Mapping['words'], currency: string): Mapping['words'] {
  return { ...words, [CURRENCY]: { ...words[CURRENCY], [NO_WORD]: currency } }
}
