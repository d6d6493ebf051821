import { perLanguage } from './per-language.ts'

const numberFormat = perLanguage((language) => new Intl.NumberFormat(language))

const percentFormat = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }))

/** A number as the language writes it: '12,345' in English. */
export function formatNumber(number: number, language: string): string {
  return numberFormat(language).format(number)
}

/** A whole percentage as the language writes it: 92 is '92%' in English. */
export function formatPercent(percent: number, language: string): string {
  return percentFormat(language).format(percent / 100)
}
