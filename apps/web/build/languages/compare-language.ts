import type { FoundPhrase } from './find-phrases.ts'

export interface Translations {
  language: string
  /** The texts by their English ones; where a number counts, by these and the plural form: 'Show all {{count}}_one'. */
  texts: Readonly<Record<string, string>>
  /** English texts that are the same in this language. */
  same: readonly string[]
}

/** The problems in the translations of a language: keys of its file. */
export interface LanguageProblems {
  missing: readonly string[]
  unused: readonly string[]
  untranslated: readonly string[]
  /** Those whose {{placeholders}} are not those of the English text. */
  placeholders: readonly string[]
}

/** Compares the translations of a language with the phrases of the app. */
export function compareLanguage(
  phrases: ReadonlyMap<string, FoundPhrase>,
  { language, texts, same }: Translations,
): LanguageProblems {
  const wanted = wantedKeys(phrases, language)
  const present = [...wanted].flatMap(([key, english]) => {
    const text = texts[key]
    return text === undefined ? [] : [{ key, english, text }]
  })
  const equal = new Set(present.filter(({ english, text }) => text === english).map(({ english }) => english))
  return {
    missing: [...wanted.keys()].filter((key) => texts[key] === undefined),
    unused: [
      ...Object.keys(texts).filter((key) => !wanted.has(key)),
      ...same.filter((english) => !equal.has(english)).map((english) => `${english} (same)`),
    ],
    untranslated: present
      .filter(({ english, text }) => text.trim() === '' || (text === english && !same.includes(english)))
      .map(({ key }) => key),
    placeholders: present
      .filter(({ key, english, text }) => !hasPlaceholdersOf(english, text, key.endsWith('_one')))
      .map(({ key }) => key),
  }
}

/** The keys that the file of a language must have, each with its English text. */
function wantedKeys(phrases: ReadonlyMap<string, FoundPhrase>, language: string): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return new Map(
    [...phrases].flatMap(([key, { counts, sentence = key }]): [string, string][] =>
      counts ? forms.map((form) => [`${key}_${form}`, sentence]) : [[key, sentence]],
    ),
  )
}

/** Whether a text has the placeholders of the English one. The form for one may say the number in a word: 'un agent'. */
function hasPlaceholdersOf(english: string, text: string, isForOne: boolean): boolean {
  const [wanted, given] = [placeholdersOf(english), placeholdersOf(text)]
  const without = (list: readonly string[]) => list.filter((one) => !(isForOne && one === '{{count}}'))
  return without(wanted).join() === without(given).join()
}

function placeholdersOf(text: string): readonly string[] {
  return (text.match(/\{\{[^{}]*\}\}|<\/?\w+>/g) ?? []).sort()
}
