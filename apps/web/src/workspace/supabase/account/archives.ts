import type { ArchivesPart } from '@cairn/workspace/port/archives'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads the archives of the account with their first use. */
export function createArchives(connect: Connect): () => Promise<ArchivesPart> {
  return lazyPart(
    () => import('./archives-on-demand.ts'),
    (code) => code.createArchivesOnDemand(connect),
  ).load
}
