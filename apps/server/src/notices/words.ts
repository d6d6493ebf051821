import { isLanguage, LANGUAGES, textsOf } from '@cairn/workspace/languages/languages'
import type { Translate } from '@cairn/workspace/notifications/translate'
import { createInstance, type Resource } from 'i18next'

/** The texts that appear outside of the browser, translated like the screens. */
const i18n = createInstance()

const resources: Resource = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, { translation: await textsOf(language) }])),
)

await i18n.init({
  lng: 'en',
  fallbackLng: false,
  resources,
  keySeparator: false,
  nsSeparator: false,
  // Names have been made display text; the template escapes what has to be escaped.
  interpolation: { escapeValue: false },
})

/** A day, `2026-03-01`, as a language writes it. */
export function dateOf(day: string, language: string | null): string {
  const known = isLanguage(language) ? language : 'en'
  return new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

/** A moment, `2026-03-01T08:00:00Z`, as a language writes it; it names its time zone, which may not be the reader's. */
export function momentOf(moment: string, language: string | null): string {
  const known = isLanguage(language) ? language : 'en'
  const format = new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(Date.parse(moment))} UTC`
}

/** Translates English texts into a language; they stay English for a language without texts. */
export function wordsOf(language: string | null): Translate {
  return i18n.getFixedT(isLanguage(language) ? language : 'en')
}
