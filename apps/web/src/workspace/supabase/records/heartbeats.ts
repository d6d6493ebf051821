import {
  type Expectation,
  HEARTBEAT_KINDS,
  HEARTBEAT_STATES,
  type Heartbeat,
  type HeartbeatsPart,
  RUN_OUTCOMES,
} from '@cairn/workspace/port/records/heartbeats'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const maybe = z.nullable(moment)
const seconds = z.nullable(z.number())
const mark = { number: z.number(), outcome: z.enum(RUN_OUTCOMES), at: moment, seconds }
const workingHours = z.nullable(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() }))

const heartbeats = z.array(
  renamed({
    id: z.string(),
    kind: z.enum(HEARTBEAT_KINDS),
    recordId: z.string(),
    state: z.nullable(z.enum(HEARTBEAT_STATES)),
    expects: z.enum(['nothing', 'interval', 'cron']),
    everySeconds: seconds,
    workingHours,
    cron: z.nullable(z.string()),
    timeZone: z.string(),
    graceSeconds: z.number(),
    lastAt: maybe,
    lastSeconds: seconds,
    runningSince: maybe,
    dueAt: maybe,
    troubleSince: maybe,
    silentUntil: maybe,
    pausedAt: maybe,
    maintenanceUntil: maybe,
    formerUntil: maybe,
    refusedCalls: z.number(),
    recentRuns: z.number(),
    recentSuccesses: z.number(),
    strip: z.array(z.object(mark)),
    zoneHint: z.nullable(renamed({ minutes: z.number(), timeZone: z.nullable(z.string()) })),
  }),
)
type HeartbeatRow = z.infer<typeof heartbeats>[number]

const runs = z.array(
  renamed({
    ...mark,
    startedAt: maybe,
    endedAt: maybe,
    exitCode: z.nullable(z.number()),
    note: z.nullable(z.string()),
  }),
)
const newAddress = z.object({ id: z.string(), token: z.string() })
const givenAddresses = z.array(renamed({ recordId: z.string(), name: z.string(), token: z.string() }))

/** Heartbeats, each call of which is a procedure. */
export function createHeartbeats(connect: Connect): HeartbeatsPart {
  return {
    async of(kind, recordIds) {
      const sent = { kind, record_ids: [...recordIds] }
      return (await askJson(connect, (supabase) => supabase.rpc('get_heartbeats', sent), heartbeats)).map(
        heartbeatOf,
      )
    },
    runs(heartbeat, before) {
      const sent = before === null ? { heartbeat } : { heartbeat, before }
      return askJson(connect, (supabase) => supabase.rpc('get_runs', sent), runs)
    },
    days: (heartbeat) => ask(connect, (supabase) => supabase.rpc('get_run_days', { heartbeat })),
    counts: () => ask(connect, (supabase) => supabase.rpc('get_heartbeat_counts')),
    give: (kind, record) =>
      askJson(connect, (supabase) => supabase.rpc('give_heartbeat', { kind, record_id: record }), newAddress),
    giveMany(kind, recordIds) {
      const sent = { kind, record_ids: [...recordIds] }
      return askJson(connect, (supabase) => supabase.rpc('give_heartbeats', sent), givenAddresses)
    },
    pauseMany(kind, recordIds, paused) {
      const sent = { kind, record_ids: [...recordIds], paused }
      return ask(connect, (supabase) => supabase.rpc('pause_heartbeats', sent))
    },
    rotate: (heartbeat) =>
      askJson(connect, (supabase) => supabase.rpc('rotate_heartbeat', { heartbeat }), newAddress),
    async revoke(heartbeat) {
      await tell(connect, (supabase) => supabase.rpc('revoke_heartbeat', { heartbeat }))
    },
    async pause(heartbeat, paused) {
      await tell(connect, (supabase) => supabase.rpc('pause_heartbeat', { heartbeat, paused }))
    },
    async silence(heartbeat, until) {
      const sent = until === null ? { heartbeat } : { heartbeat, until: until.toISOString() }
      await tell(connect, (supabase) => supabase.rpc('silence_heartbeat', sent))
    },
    async expect(heartbeat, expectation, graceSeconds) {
      const sent = { heartbeat, grace_seconds: graceSeconds, ...expectedOf(expectation) }
      await tell(connect, (supabase) => supabase.rpc('expect_of_heartbeat', sent))
    },
  }
}

function heartbeatOf(row: HeartbeatRow): Heartbeat {
  const { expects, everySeconds, workingHours: hours, cron, timeZone, ...reported } = row
  const { recentRuns: runs, recentSuccesses: successes, ...heartbeat } = reported
  return { ...heartbeat, share: { runs, successes }, expectation: expectationOf(row) }
}

function expectationOf({
  expects,
  everySeconds,
  workingHours: hours,
  cron,
  timeZone,
}: HeartbeatRow): Expectation {
  if (expects === 'cron') return { kind: expects, cron: cron ?? '', timeZone }
  if (expects === 'nothing') return { kind: expects }
  return { kind: expects, seconds: everySeconds ?? 0, workingHours: hours, timeZone }
}

function expectedOf(expectation: Expectation) {
  switch (expectation.kind) {
    case 'nothing':
      return { expects: expectation.kind }
    case 'interval': {
      const { kind, seconds, workingHours: hours, timeZone } = expectation
      const within = hours && { ...hours, days: [...hours.days] }
      return {
        expects: kind,
        every_seconds: seconds,
        time_zone: timeZone,
        ...(within && { working_hours: within }),
      }
    }
    case 'cron':
      return { expects: expectation.kind, cron: expectation.cron, time_zone: expectation.timeZone }
  }
}
