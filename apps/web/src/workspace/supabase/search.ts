import type { SearchPart } from '../port/search.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { once } from './once.ts'

/** Finds in the caller's account; its code is loaded with the first call. */
export function createSearch(connect: Connect): SearchPart {
  const load = once(async () => {
    const { createSearchOnDemand } = await import('./search-on-demand.ts').catch(chunkMissing)
    return createSearchOnDemand(connect)
  })
  return { find: async (text, limit) => (await load()).find(text, limit) }
}
