import type {
  Heartbeat,
  HeartbeatCounts,
  HeartbeatState,
  Run,
  RunDay,
  RunOutcome,
} from '../port/records/heartbeats.ts'
import { DAY, HOUR, minutesAgo } from './moments.ts'

/** The values that an example specifies; all others follow from them. */
interface HeartbeatSample
  extends Pick<Heartbeat, 'id' | 'kind' | 'recordId' | 'expectation' | 'graceSeconds'> {
  state: HeartbeatState
  /** How many runs it has had, and the minutes between two runs. */
  runs: number
  everyMinutes: number
  /** When the last run ended and when the next one is due; negative for a time ahead. */
  lastMinutesAgo: number
  dueMinutesAgo: number | null
  /** How long a run usually takes. */
  seconds: number
  /** The runs that failed, by their number. */
  failures: Readonly<Record<number, { outcome: RunOutcome; exitCode: number | null; note: string }>>
  runningMinutesAgo?: number
  pausedMinutesAgo?: number
}

const GRACE_SECONDS = 600
const STRIP = 30
const CHART_DAYS = 90
const SHARE_DAYS = 30
const SECOND_MS = 1000

const BOOKING_REFUSED = [
  'Traceback (most recent call last):',
  '  File "approve.py", line 48, in book',
  '    ledger.book(invoice)',
  'ledger.Refused: cost centre 4711 is closed',
].join('\n')

const samples: readonly HeartbeatSample[] = [
  {
    id: 'demo-heartbeat-1',
    kind: 'automation',
    recordId: 'demo-automation-1',
    expectation: { kind: 'interval', seconds: 15 * 60, workingHours: null, timeZone: 'Europe/Berlin' },
    graceSeconds: GRACE_SECONDS,
    state: 'on_time',
    ...{ runs: 412, everyMinutes: 15, lastMinutesAgo: 12, dueMinutesAgo: -3, seconds: 4 },
    failures: { 396: { outcome: 'failure', exitCode: 28, note: 'The channel did not answer in time.' } },
  },
  {
    id: 'demo-heartbeat-2',
    kind: 'automation',
    recordId: 'demo-automation-2',
    expectation: { kind: 'cron', cron: '0 */2 * * *', timeZone: 'Europe/Berlin' },
    graceSeconds: GRACE_SECONDS,
    state: 'failing',
    ...{ runs: 87, everyMinutes: 2 * HOUR, lastMinutesAgo: 2 * HOUR, dueMinutesAgo: -5, seconds: 41 },
    failures: {
      71: { outcome: 'unfinished', exitCode: null, note: '' },
      86: { outcome: 'failure', exitCode: 1, note: BOOKING_REFUSED },
      87: { outcome: 'failure', exitCode: 1, note: BOOKING_REFUSED },
    },
  },
  {
    id: 'demo-heartbeat-3',
    kind: 'automation',
    recordId: 'demo-automation-3',
    expectation: { kind: 'cron', cron: '30 7 * * 1', timeZone: 'Europe/Berlin' },
    graceSeconds: HOUR * 60,
    state: 'paused',
    ...{ runs: 18, everyMinutes: 7 * DAY, lastMinutesAgo: 40 * DAY, dueMinutesAgo: null, seconds: 93 },
    failures: {},
    pausedMinutesAgo: 38 * DAY,
  },
  {
    id: 'demo-heartbeat-5',
    kind: 'agent',
    recordId: 'demo-agent-1',
    expectation: { kind: 'nothing' },
    graceSeconds: GRACE_SECONDS,
    state: 'running',
    ...{ runs: 143, everyMinutes: 35, lastMinutesAgo: 25, dueMinutesAgo: null, seconds: 190 },
    failures: {
      139: { outcome: 'failure', exitCode: null, note: 'No answer was found in the knowledge base.' },
    },
    runningMinutesAgo: 2,
  },
  {
    id: 'demo-heartbeat-6',
    kind: 'agent',
    recordId: 'demo-agent-2',
    expectation: {
      kind: 'interval',
      seconds: DAY * 60,
      workingHours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
      timeZone: 'Europe/Berlin',
    },
    graceSeconds: HOUR * 60,
    state: 'late',
    ...{ runs: 22, everyMinutes: DAY, lastMinutesAgo: 6 * DAY, dueMinutesAgo: 5 * DAY, seconds: 310 },
    failures: {},
  },
]

/** How the examples report their runs. The distances in time stay the same, whenever they are read. */
export function demoHeartbeats(): readonly Heartbeat[] {
  return samples.map((sample) => {
    const { id, kind, recordId, expectation, graceSeconds, state, dueMinutesAgo } = sample
    const { runningMinutesAgo, pausedMinutesAgo } = sample
    const runs = runsOf(sample)
    const last = runs.find(({ outcome }) => outcome !== 'running')
    const isInTrouble = state === 'late' || state === 'failing'
    return {
      ...{ id, kind, recordId, expectation, graceSeconds, state },
      lastAt: last?.at ?? null,
      lastSeconds: last?.seconds ?? null,
      runningSince: ahead(runningMinutesAgo),
      dueAt: ahead(dueMinutesAgo ?? undefined),
      troubleSince: isInTrouble ? minutesAgo(sample.lastMinutesAgo) : null,
      silentUntil: null,
      maintenanceUntil: null,
      pausedAt: ahead(pausedMinutesAgo),
      formerUntil: null,
      refusedCalls: 0,
      share: shareOf(runs),
      strip: runs
        .slice(0, STRIP)
        .map(({ number, outcome, at, seconds }) => ({ number, outcome, at, seconds }))
        .reverse(),
      zoneHint: null,
    }
  })
}

/** The runs of an example, the latest first. */
export function demoRuns(heartbeatId: string): readonly Run[] {
  return samples.filter(({ id }) => id === heartbeatId).flatMap(runsOf)
}

/** The days of an example that had runs, the oldest first. */
export function demoRunDays(heartbeatId: string): readonly RunDay[] {
  const days = new Map<string, RunDay>()
  for (const { endedAt, outcome, seconds } of demoRuns(heartbeatId)) {
    if (endedAt === null || endedAt < minutesAgo(CHART_DAYS * DAY)) continue
    const day = endedAt.toISOString().slice(0, 10)
    const known = days.get(day) ?? { day, successes: 0, failures: 0, timed: 0, seconds: 0, longest: 0 }
    days.set(day, {
      day,
      successes: known.successes + (outcome === 'success' ? 1 : 0),
      failures: known.failures + (outcome === 'success' ? 0 : 1),
      timed: known.timed + 1,
      seconds: known.seconds + (seconds ?? 0),
      longest: Math.max(known.longest, seconds ?? 0),
    })
  }
  return [...days.values()].reverse()
}

/** How many of the examples are in which state. */
export function demoHeartbeatCounts(): HeartbeatCounts {
  const counts = { on_time: 0, running: 0, late: 0, failing: 0, paused: 0, never: 0, maintenance: 0 }
  for (const { state } of samples) counts[state] += 1
  return counts
}

function runsOf(sample: HeartbeatSample): readonly Run[] {
  const { runs, everyMinutes, lastMinutesAgo, runningMinutesAgo } = sample
  const ended = Array.from({ length: runs }, (_, back) =>
    runOf(sample, runs - back, minutesAgo(lastMinutesAgo + back * everyMinutes)),
  )
  if (runningMinutesAgo === undefined) return ended
  const at = minutesAgo(runningMinutesAgo)
  return [
    {
      ...{ number: runs + 1, outcome: 'running', at, seconds: null, startedAt: at, endedAt: null },
      ...{ exitCode: null, note: null },
    },
    ...ended,
  ]
}

function runOf({ failures, seconds: usual }: HeartbeatSample, number: number, at: Date): Run {
  const { outcome = 'success', exitCode = 0, note = '' } = failures[number] ?? {}
  // Up to a third more or less, and the same each time.
  const seconds =
    outcome === 'unfinished' ? null : Math.round(usual * (1 + ((number * 7) % 11) / 15 - 1 / 3) * 10) / 10
  return {
    ...{ number, outcome, at, seconds, exitCode, note: note || null },
    startedAt: new Date(at.getTime() - (seconds ?? usual) * SECOND_MS),
    endedAt: outcome === 'unfinished' ? null : at,
  }
}

function shareOf(runs: readonly Run[]): Heartbeat['share'] {
  const recent = runs.filter(({ at, outcome }) => at >= minutesAgo(SHARE_DAYS * DAY) && outcome !== 'running')
  return { runs: recent.length, successes: recent.filter(({ outcome }) => outcome === 'success').length }
}

function ahead(minutes: number | undefined): Date | null {
  return minutes === undefined ? null : minutesAgo(minutes)
}
