/** What people read the app in. English is in the code itself. */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each in its own words, which everybody looks for. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/** The language to begin with: the chosen one, at the first visit the first of the browser's that there is. */
export function startLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored !== null) return isLanguage(stored) ? stored : 'en'
  const spoken = preferred.map((tag) => tag.toLowerCase().split('-')[0])
  return spoken.find(isLanguage) ?? 'en'
}
