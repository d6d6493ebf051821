import type { SearchAnswer } from '@cairn/workspace/port/search'

/** The most characters that can be searched for. */
export const MAX_SEARCH_LENGTH = 200

/** What is really searched for: in one line, trimmed, and no longer than the server takes. */
export function searchable(text: string): string {
  return Array.from(text.replace(/\p{Cc}+/gu, ' ').trim())
    .slice(0, MAX_SEARCH_LENGTH)
    .join('')
    .trim()
}

export type SearchState =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'failed'; error: Error }
  | { kind: 'empty' }
  /** `isOld`: those of the last text still show while others are on their way. */
  | { kind: 'results'; answer: SearchAnswer; isOld: boolean }

interface Query {
  data: SearchAnswer | undefined
  error: Error | null
  /** The data belongs to the text before. */
  isPlaceholderData: boolean
}

/** Where the search for a text stands. */
export function searchState(text: string, { data, error, isPlaceholderData }: Query): SearchState {
  if (text === '') return { kind: 'idle' }
  if (error) return { kind: 'failed', error }
  if (data && data.results.length + data.tags.length > 0)
    return { kind: 'results', answer: data, isOld: isPlaceholderData }
  return data && !isPlaceholderData ? { kind: 'empty' } : { kind: 'searching' }
}
