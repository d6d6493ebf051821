import { type Language, textsOf } from '@cairn/workspace/languages/languages'
import i18n, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { isolateBidi } from './isolate-bidi.ts'

/** Numbers in sentences are written as the language has them. */
const numbersOfTheLanguage: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  format: (value: unknown, _format, language = 'en') =>
    typeof value === 'number' ? formatNumber(value, language) : String(value ?? ''),
  add: () => undefined,
  addCached: () => undefined,
}

/**
 * Starts the translations, in English. The English sentence is the key, so the code reads as the screen does; a sentence
 * may therefore contain the characters that usually separate keys.
 */
export function startTranslations(): void {
  void i18n
    .use(initReactI18next)
    .use(numbersOfTheLanguage)
    .init({
      lng: 'en',
      fallbackLng: false,
      resources: {},
      keySeparator: false,
      nsSeparator: false,
      // React escapes what has to be escaped.
      interpolation: { escape: isolateBidi, alwaysFormat: true },
      initAsync: false,
    })
}

/** Turns the app to a language, its file loaded first. @throws where that cannot be had; the language stays then. */
export async function setLanguage(language: Language): Promise<void> {
  if (language !== 'en' && !i18n.hasResourceBundle(language, 'translation')) {
    i18n.addResourceBundle(language, 'translation', await textsOf(language))
  }
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
