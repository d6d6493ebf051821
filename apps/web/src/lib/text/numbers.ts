import { perLanguage } from './per-language.ts'

const numberFormat = perLanguage((language) => new Intl.NumberFormat(language))

/** A number as the language writes it: '12,345' in English. */
export function formatNumber(number: number, language: string): string {
  return numberFormat(language).format(number)
}
