import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@cairn/workspace/languages/languages'
import { z } from 'zod'
import type { Translations } from './compare-language.ts'

const LANGUAGE_FILES = join(import.meta.dirname, '../../../../packages/workspace/src/languages')

/** The languages besides English, in which the phrases themselves are. */
export const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')

const texts = z.record(z.string(), z.string())
const same = z.array(z.string())

/** Reads the translations of a language, and the list of what is the same in it as in English. */
export function readLanguage(language: string): Translations {
  return {
    language,
    texts: texts.parse(jsonOf(join(LANGUAGE_FILES, 'texts', `${language}.json`)) ?? {}),
    same: same.parse(jsonOf(join(import.meta.dirname, `${language}-same.json`)) ?? []),
  }
}

function jsonOf(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
