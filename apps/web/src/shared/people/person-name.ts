import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

/** The placeholder for a person of whom nothing is kept, not even the name. */
export const FORMER = 'Former Member'

/** The server's placeholders for people without a name, and their texts on the screen. */
const PLACEHOLDERS: ReadonlyMap<string, Phrase> = new Map([
  ['Team Member', phrase('Team Member')],
  [FORMER, phrase('A former member')],
  ['Current User', phrase('Current User')],
  ['Unknown User', phrase('Unknown User')],
  ['', phrase('Unknown User')],
])

/** Returns the shown name of a person: their own, or the placeholder in the user's language. */
export function personName(name: string, t: TFunction): string {
  const placeholder = PLACEHOLDERS.get(name)
  return placeholder === undefined ? name : t(placeholder)
}
