import type { DiscoveryPart } from '@cairn/workspace/port/discovery'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads who calls the account with the first use. */
export function createDiscovery(connect: Connect): () => Promise<DiscoveryPart> {
  return lazyPart(
    () => import('./discovery-on-demand.ts'),
    (code) => code.createDiscoveryOnDemand(connect),
  ).load
}
