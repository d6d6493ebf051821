import { phrase } from '@cairn/workspace/lib/phrase'
import type { HeartbeatsPart } from '@cairn/workspace/port/heartbeats'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Heartbeats'))

/** Guests see living examples; they sign up to make an address. */
export const demoHeartbeats: HeartbeatsPart = {
  of: async () => [],
  runs: async () => [],
  days: async () => [],
  counts: async () => ({ on_time: 0, running: 0, late: 0, failing: 0, paused: 0, never: 0 }),
  give: refused,
  rotate: refused,
  revoke: refused,
  pause: refused,
  silence: refused,
  expect: refused,
}
