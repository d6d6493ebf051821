import { isLanguage, type Language, startLanguage } from '@cairn/workspace/languages/languages'
import i18n from 'i18next'
import { logFailure } from '@/lib/log.ts'
import { setLanguage } from './setup.ts'

const STORAGE_KEY = 'language'

function wanted(): Language {
  return startLanguage(localStorage.getItem(STORAGE_KEY), navigator.languages)
}

/** Turns to the chosen language before the first screen; without its file the app speaks English. */
export async function applyPreferredLanguage(): Promise<void> {
  await setLanguage(wanted()).catch((error: unknown) => logFailure('loading a language', error))
}

/** Keeps the page in step with choices made in other tabs. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) void applyPreferredLanguage()
  })
}

/** Turns to a language at once and keeps the choice in this browser. @throws where its file cannot be loaded */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  localStorage.setItem(STORAGE_KEY, language)
}

/** Whether the user has chosen a language in this browser. */
export function isLanguageChosen(): boolean {
  return isLanguage(localStorage.getItem(STORAGE_KEY))
}

/** The language that is spoken now. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en'
}
