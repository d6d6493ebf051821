import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

/** Of whom nothing is kept, not even the name. */
export const FORMER = 'Former Member'

/** What the server calls people without a name, and what they are called on the screen. */
const PLACEHOLDERS: ReadonlyMap<string, Phrase> = new Map([
  ['Team Member', phrase('Team Member')],
  [FORMER, phrase('A former member')],
  ['Current User', phrase('Current User')],
  ['Unknown User', phrase('Unknown User')],
  ['', phrase('Unknown User')],
])

/** The name of a person as it is shown: their own, or in the user's language what stands in for it. */
export function personName(name: string, t: TFunction): string {
  const placeholder = PLACEHOLDERS.get(name)
  return placeholder === undefined ? name : t(placeholder)
}
