import type { BuiltInKey, FieldValue, FieldValues } from '@cairn/workspace/port/records/fields'

/** A cost is an amount and its currency: screens show the two fields as one. */
export const COST = 'cost_per_month' satisfies BuiltInKey
export const CURRENCY = 'cost_currency' satisfies BuiltInKey

/** Those that stand first where a currency is chosen; the first one suggests itself. */
const USUAL_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
const DEFAULT_CURRENCY = 'EUR'

/** The codes to choose from, with the one that is chosen. */
export function currencies(chosen: string): readonly string[] {
  return [...new Set([...USUAL_CURRENCIES, ...Intl.supportedValuesOf('currency'), chosen])]
}

/** The currency of what is entered, and the one that stands for it where none is. */
export function currencyOf(values: FieldValues): string {
  const currency = values[CURRENCY]
  return typeof currency === 'string' && currency !== '' ? currency : DEFAULT_CURRENCY
}

/** Whether a field is shown by itself: the currency stands with its cost. */
export function isShownAlone({ key }: { key: string }): boolean {
  return key !== CURRENCY
}

/** The keys of the values that are shown for a field. */
export function keysShownFor({ key }: { key: string }): readonly string[] {
  return key === COST ? [COST, CURRENCY] : [key]
}

/** The amount and the currency where a field is the cost; null where it is another, or has no amount. */
export function moneyOf({ key }: { key: string }, values: FieldValues): Money | null {
  const amount: FieldValue | undefined = values[key]
  return key === COST && typeof amount === 'number' ? { amount, currency: currencyOf(values) } : null
}

interface Money {
  amount: number
  currency: string
}

/** The values with a currency where there is a cost, and without one where there is none. */
export function withCurrency(values: FieldValues): FieldValues {
  const { [CURRENCY]: _, ...others } = values
  return values[COST] === undefined ? others : { ...others, [CURRENCY]: currencyOf(values) }
}
