import type { RecordGroup } from '@cairn/workspace/port/records/groups'
import type { TFunction } from 'i18next'
import { formatMoney, formatNumber } from '@/lib/text/numbers.ts'

type Costs = RecordGroup['costs']

/** Returns the number of records in words. */
export function recordsText(count: number, t: TFunction, language: string): string {
  return t('{{number}} records', {
    count,
    number: formatNumber(count, language),
    defaultValue_one: '{{number}} record',
  })
}

/** Returns monthly costs in words, in each of their currencies; null without any. */
export function costsText(costs: Costs, t: TFunction, language: string): string | null {
  const sums = Object.entries(costs).map(([currency, cost]) => formatMoney(cost, currency, language))
  return sums.length === 0 ? null : t('{{costs}} per month', { costs: sums.join(' + ') })
}

/** Adds costs up, by currency. */
export function sumOf(all: readonly Costs[]): Costs {
  const sums = new Map<string, number>()
  for (const costs of all)
    for (const [currency, cost] of Object.entries(costs)) sums.set(currency, (sums.get(currency) ?? 0) + cost)
  return Object.fromEntries(sums)
}
