import type { SearchPart } from '@cairn/workspace/port/search'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Finds in the caller's account; its code is loaded with the first call. */
export function createSearch(connect: Connect): SearchPart {
  const search = lazyPart(
    () => import('./search-on-demand.ts'),
    (code) => code.createSearchOnDemand(connect),
  )
  return { find: search.call((part) => part.find) }
}
