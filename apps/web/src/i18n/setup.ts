import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolated } from './isolated.ts'

/**
 * Starts the translations. The English sentence is the key, so the code reads as the screen does and English needs no
 * file; a sentence may therefore contain the characters that usually separate keys.
 */
export function startTranslations(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    // React escapes what has to be escaped.
    interpolation: { escape: isolated },
    initAsync: false,
  })
}
