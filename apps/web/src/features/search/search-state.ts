import type { SearchAnswer } from '@cairn/workspace/port/search'

/** The maximum length of the text to search for, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** Returns the text to search for: in one line, trimmed, and no longer than the server takes. */
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
  /** `isOld`: the results of the last text still show while new ones are loading. */
  | { kind: 'results'; answer: SearchAnswer; isOld: boolean }

interface Query {
  data: SearchAnswer | undefined
  error: Error | null
  /** Whether the data belongs to the previous text. */
  isPlaceholderData: boolean
}

/** Returns the state of the search for a text. */
export function searchState(text: string, { data, error, isPlaceholderData }: Query): SearchState {
  if (text === '') return { kind: 'idle' }
  if (error) return { kind: 'failed', error }
  if (data && data.results.length + data.tags.length > 0)
    return { kind: 'results', answer: data, isOld: isPlaceholderData }
  return data && !isPlaceholderData ? { kind: 'empty' } : { kind: 'searching' }
}
