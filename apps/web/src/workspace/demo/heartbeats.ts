import type { HeartbeatsPart } from '@cairn/workspace/port/records/heartbeats'
import { lazy } from '@/lib/loading/lazy.ts'

const code = lazy(() => import('./heartbeats-on-demand.ts'))

/** The heartbeats of the examples, which are loaded with the first look at one. */
export async function demoHeartbeats(): Promise<HeartbeatsPart> {
  return (await code.load()).heartbeatsOfExamples
}
