import {
  demoHeartbeatCounts,
  demoHeartbeats,
  demoRunDays,
  demoRuns,
} from '@cairn/workspace/examples/heartbeats'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { HeartbeatsPart } from '@cairn/workspace/port/records/heartbeats'
import { RUNS_PAGE } from '@cairn/workspace/port/runs-page'
import { loaded, notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Heartbeats'))

/** Guests see living examples; they sign up to make an address. */
export const heartbeatsOfExamples: HeartbeatsPart = {
  of: (kind, recordIds) =>
    loaded(() => demoHeartbeats().filter((beat) => beat.kind === kind && recordIds.includes(beat.recordId))),
  runs: (heartbeatId, before) =>
    loaded(() =>
      demoRuns(heartbeatId)
        .filter(({ number }) => before === null || number < before)
        .slice(0, RUNS_PAGE),
    ),
  days: (heartbeatId) => loaded(() => demoRunDays(heartbeatId)),
  counts: () => loaded(demoHeartbeatCounts),
  give: refused,
  giveMany: refused,
  pauseMany: refused,
  rotate: refused,
  revoke: refused,
  pause: refused,
  silence: refused,
  expect: refused,
}
