import { perLanguage } from './per-language.ts'

const percentFormat = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }))

/** A whole percentage as the language writes it: 92 is '92%' in English. */
export function formatPercent(percent: number, language: string): string {
  return percentFormat(language).format(percent / 100)
}
