import type { SolutionsPart } from '../port/solutions.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { once } from './once.ts'

/** What belongs to a solution; the code is loaded with the first call. */
export function createSolutionLinks(
  connect: Connect,
  findCaller: FindCaller,
): Pick<SolutionsPart, 'links' | 'addLink' | 'removeLink'> {
  const load = once(async () => {
    const { createSolutionLinksOnDemand } = await import('./solution-links-on-demand.ts').catch(chunkMissing)
    return createSolutionLinksOnDemand(connect, findCaller)
  })
  return {
    links: async (kind, id) => (await load()).links(kind, id),
    addLink: async (...link) => (await load()).addLink(...link),
    removeLink: async (...link) => (await load()).removeLink(...link),
  }
}
