import { folded } from '@cairn/workspace/lib/forgiving'
import { COLORS } from '@cairn/workspace/port/records/fields'
import type { OwnChoice, OwnField, OwnFieldWords } from '@cairn/workspace/port/records/own-fields'

/** The characters of the longest name that a choice may have; the database refuses a longer one. */
const LONGEST_CHOICE = 100

/** Whether a word of a file is short enough for the name of a choice. */
export function mayBeChoice(word: string): boolean {
  return [...word].length <= LONGEST_CHOICE
}

/** Returns the settings of a field with words of a file among its choices, each once. */
export function withChoices(field: OwnField, words: readonly string[]): OwnFieldWords {
  const { name, help, unit, choices, required, defaultValue, section } = field
  const all = [...choices]
  for (const word of words)
    if (choiceId(word, all) === null)
      all.push({ id: '', name: word, color: COLORS[(all.length + 1) % COLORS.length] ?? 'gray' })
  return { name, help, unit, choices: all, required, defaultValue, section }
}

/** Returns the id of the choice with this name; null for none. Capitals and accents make no other choice. */
export function choiceId(word: string, choices: readonly OwnChoice[]): string | null {
  return choices.find(({ name }) => folded(name) === folded(word))?.id ?? null
}
