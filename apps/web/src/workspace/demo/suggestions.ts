import { phrase } from '@cairn/workspace/lib/phrase'
import type { SuggestionsPart } from '@cairn/workspace/port/suggestions'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Suggestions'))

/** Guests have no assistant that knows them. */
export const demoSuggestions: SuggestionsPart = {
  of: async () => [],
  accept: refused,
  dismiss: refused,
  areAllowed: async () => false,
  allow: refused,
}
