import type { SolutionsPart } from '../port/solutions.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { onDemand } from './on-demand.ts'

/** What belongs to a solution; the code is loaded with the first call. */
export function createSolutionLinks(
  connect: Connect,
  findCaller: FindCaller,
): Pick<SolutionsPart, 'links' | 'addLink' | 'removeLink'> {
  return onDemand(
    async () =>
      (await import('./solution-links-on-demand.ts')).createSolutionLinksOnDemand(connect, findCaller),
    ['links', 'addLink', 'removeLink'],
  )
}
