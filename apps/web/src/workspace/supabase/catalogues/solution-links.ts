import type { SolutionsPart } from '@cairn/workspace/port/records/solutions'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What belongs to a solution; the code is loaded with the first call. */
export function createSolutionLinks(
  connect: Connect,
  findCaller: FindCaller,
): Pick<SolutionsPart, 'links' | 'addLink' | 'removeLink'> {
  const solutionLinks = lazyPart(
    () => import('./solution-links-on-demand.ts'),
    (code) => code.createSolutionLinksOnDemand(connect, findCaller),
  )
  return {
    links: solutionLinks.call((part) => part.links),
    addLink: solutionLinks.call((part) => part.addLink),
    removeLink: solutionLinks.call((part) => part.removeLink),
  }
}
