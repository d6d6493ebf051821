/** What users read the app and its mails in; the table `private.languages` has the same. English is in the code itself. */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** Texts by their English ones; where a number counts, by these and the plural form: 'Show all {{count}}_one'. */
export type Texts = Readonly<Record<string, string>>

/** Each in its own words, which every user looks for, and its texts. Those are loaded when the language is chosen. */
const OF_LANGUAGES: Readonly<Record<Language, { name: string; load: () => Promise<{ default: Texts }> }>> = {
  en: { name: 'English', load: async () => ({ default: {} }) },
  es: { name: 'Español', load: () => import('./texts/es.json') },
  fr: { name: 'Français', load: () => import('./texts/fr.json') },
  de: { name: 'Deutsch', load: () => import('./texts/de.json') },
}

export function nameOfLanguage(language: Language): string {
  return OF_LANGUAGES[language].name
}

/** The texts of a language; none for English, whose sentences are the keys. @throws where the file cannot be had. */
export async function textsOf(language: Language): Promise<Texts> {
  return (await OF_LANGUAGES[language].load()).default
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
