/**
 * The languages of the app and its mails; the table `private.languages` has the same ones. English is in the code
 * itself.
 */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * Translations by their English texts; where a text depends on a number, the key ends with the plural form: 'Show all
 * {{count}}_one'.
 */
export type Texts = Readonly<Record<string, string>>

/**
 * The name of each language in the language itself, where every user looks for it, and its texts. The texts are loaded
 * when the language is chosen.
 */
const OF_LANGUAGES: Readonly<Record<Language, { name: string; load: () => Promise<{ default: Texts }> }>> = {
  en: { name: 'English', load: async () => ({ default: {} }) },
  es: { name: 'Español', load: () => import('./texts/es.json') },
  fr: { name: 'Français', load: () => import('./texts/fr.json') },
  de: { name: 'Deutsch', load: () => import('./texts/de.json') },
}

export function nameOfLanguage(language: Language): string {
  return OF_LANGUAGES[language].name
}

/**
 * Returns the texts of a language; none for English, whose sentences are the keys. What the database refuses has its
 * code as a key, and its sentence too: notes of former refusals keep sentences. @throws when the file cannot be loaded.
 */
export async function textsOf(language: Language): Promise<Texts> {
  if (language === 'en') return {}
  const [{ default: texts }, { default: refusals }] = await Promise.all([
    OF_LANGUAGES[language].load(),
    import('./refusals.json'),
  ])
  const bySentence = Object.entries(refusals).map(([code, sentence]) => [sentence, texts[code] ?? sentence])
  return { ...Object.fromEntries(bySentence), ...texts }
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/**
 * The language to begin with: the stored one, or at the first visit the first available one of the browser's languages.
 */
export function startLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored !== null) return isLanguage(stored) ? stored : 'en'
  const spoken = preferred.map((tag) => tag.toLowerCase().split('-')[0])
  return spoken.find(isLanguage) ?? 'en'
}
