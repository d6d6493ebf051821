import type { SuggestionsPart } from '@cairn/workspace/port/suggestions'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads what assistants suggest with the first use. */
export function createSuggestions(connect: Connect): () => Promise<SuggestionsPart> {
  return lazyPart(
    () => import('./suggestions-on-demand.ts'),
    (code) => code.createSuggestionsOnDemand(connect),
  ).load
}
