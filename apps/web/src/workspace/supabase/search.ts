import type { SearchPart } from '../port/search.ts'
import type { Connect } from './client.ts'
import { onDemand } from './on-demand.ts'

/** Finds in the caller's account; its code is loaded with the first call. */
export function createSearch(connect: Connect): SearchPart {
  return onDemand(async () => (await import('./search-on-demand.ts')).createSearchOnDemand(connect), ['find'])
}
