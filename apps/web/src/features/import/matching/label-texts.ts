import { LANGUAGES, type Texts, textsOf } from '@cairn/workspace/languages/languages'
import type { Phrase } from '@cairn/workspace/lib/phrase'
import { queryOptions, useQuery } from '@tanstack/react-query'

const texts = queryOptions({
  queryKey: ['import', 'texts of all languages'],
  queryFn: () => Promise.all(LANGUAGES.map(textsOf)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Gives what a phrase says in each language: files have heads in any. Null until they are loaded; English alone if not. */
export function useNamesOf(): ((phrase: Phrase) => readonly string[]) | null {
  const { data, isLoading } = useQuery(texts)
  return isLoading ? null : (phrase) => namesIn(data ?? [], phrase)
}

function namesIn(all: readonly Texts[], phrase: Phrase): readonly string[] {
  return [...new Set([phrase, ...all.flatMap((of) => of[phrase] ?? [])])]
}
