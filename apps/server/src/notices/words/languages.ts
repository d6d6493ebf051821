import { DEFAULT_LANGUAGE, type Language } from '@cairn/auth/rules/language'
import { DE } from './de.ts'
import { EN } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'
import type { Words } from './words.ts'

const WORDS: ReadonlyMap<Language, Words> = new Map([
  [DEFAULT_LANGUAGE, EN],
  ['es', ES],
  ['fr', FR],
  ['de', DE],
])

/** The words of a language; English for one that there is not. */
export function wordsOf(language: Language | null): Words {
  return WORDS.get(language ?? DEFAULT_LANGUAGE) ?? EN
}
