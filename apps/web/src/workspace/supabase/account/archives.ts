import type { ArchivesPart } from '@cairn/workspace/port/archives'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Archives of the account; their code is loaded with the first call. */
export function createArchives(connect: Connect): ArchivesPart {
  const archives = lazyPart(
    () => import('./archives-on-demand.ts'),
    (code) => code.createArchivesOnDemand(connect),
  )
  return {
    state: archives.call((part) => part.state),
    request: archives.call((part) => part.request),
    part: archives.call((part) => part.part),
    remove: archives.call((part) => part.remove),
    takeIn: archives.call((part) => part.takeIn),
  }
}
