import type { HeartbeatsPart } from '@cairn/workspace/port/records/heartbeats'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads the heartbeats of automations and agents with their first use. */
export function createHeartbeats(connect: Connect): () => Promise<HeartbeatsPart> {
  return lazyPart(
    () => import('./heartbeats-on-demand.ts'),
    (code) => code.createHeartbeatsOnDemand(connect),
  ).load
}
