import i18n from 'i18next'
import { perLanguage } from './per-language.ts'

const collatorOf = perLanguage(
  (language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }),
)

/** The order of two texts as the language of the page has it; figures in them count. */
export function compareText(one: string, other: string): number {
  return collatorOf(i18n.language || 'en').compare(one, other)
}
