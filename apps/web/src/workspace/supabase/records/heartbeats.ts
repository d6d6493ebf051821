import {
  type Expectation,
  HEARTBEAT_KINDS,
  HEARTBEAT_STATES,
  type Heartbeat,
  type HeartbeatsPart,
  RUN_OUTCOMES,
} from '@cairn/workspace/port/records/heartbeats'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { momentOf } from '../rows/records.ts'

const moment = z.nullable(z.string())
const seconds = z.nullable(z.number())
const mark = { number: z.number(), outcome: z.enum(RUN_OUTCOMES), at: z.string(), seconds }
const workingHours = z.nullable(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() }))

const heartbeats = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(HEARTBEAT_KINDS),
    record_id: z.string(),
    state: z.nullable(z.enum(HEARTBEAT_STATES)),
    expects: z.enum(['nothing', 'interval', 'cron']),
    every_seconds: seconds,
    working_hours: workingHours,
    cron: z.nullable(z.string()),
    time_zone: z.string(),
    grace_seconds: z.number(),
    last_at: moment,
    last_seconds: seconds,
    running_since: moment,
    due_at: moment,
    trouble_since: moment,
    silent_until: moment,
    paused_at: moment,
    former_until: moment,
    refused_calls: z.number(),
    recent_runs: z.number(),
    recent_successes: z.number(),
    strip: z.array(z.object(mark)),
    zone_hint: z.nullable(z.object({ minutes: z.number(), time_zone: z.nullable(z.string()) })),
  }),
)
type HeartbeatRow = z.infer<typeof heartbeats>[number]

const runs = z.array(
  z.object({
    ...mark,
    started_at: moment,
    ended_at: moment,
    exit_code: z.nullable(z.number()),
    note: z.nullable(z.string()),
  }),
)
const days = z.array(
  z.object({
    day: z.string(),
    successes: z.number(),
    failures: z.number(),
    timed: z.number(),
    seconds: z.number(),
    longest: z.number(),
  }),
)
const count = z.number()
const counts = z.object({
  on_time: count,
  running: count,
  late: count,
  failing: count,
  paused: count,
  never: count,
})
const newAddress = z.object({ id: z.string(), token: z.string() })
const givenAddresses = z.array(z.object({ record_id: z.string(), name: z.string(), token: z.string() }))

/** Heartbeats, each call of which is a procedure. */
export function createHeartbeats(connect: Connect): HeartbeatsPart {
  return {
    async of(kind, recordIds) {
      const sent = { kind, record_ids: [...recordIds] }
      return (await ask(connect, (supabase) => supabase.rpc('get_heartbeats', sent), heartbeats)).map(
        heartbeatOf,
      )
    },
    async runs(heartbeat, before) {
      const sent = before === null ? { heartbeat } : { heartbeat, before }
      const found = await ask(connect, (supabase) => supabase.rpc('get_runs', sent), runs)
      return found.map(({ at, started_at, ended_at, exit_code, ...run }) => ({
        ...run,
        at: new Date(at),
        startedAt: momentOf(started_at),
        endedAt: momentOf(ended_at),
        exitCode: exit_code,
      }))
    },
    days: (heartbeat) => ask(connect, (supabase) => supabase.rpc('get_run_days', { heartbeat }), days),
    counts: () => ask(connect, (supabase) => supabase.rpc('get_heartbeat_counts'), counts),
    give: (kind, record) =>
      ask(connect, (supabase) => supabase.rpc('give_heartbeat', { kind, record_id: record }), newAddress),
    async giveMany(kind, recordIds) {
      const sent = { kind, record_ids: [...recordIds] }
      const given = await ask(connect, (supabase) => supabase.rpc('give_heartbeats', sent), givenAddresses)
      return given.map(({ record_id, ...address }) => ({ ...address, recordId: record_id }))
    },
    pauseMany(kind, recordIds, paused) {
      const sent = { kind, record_ids: [...recordIds], paused }
      return ask(connect, (supabase) => supabase.rpc('pause_heartbeats', sent), z.number())
    },
    rotate: (heartbeat) =>
      ask(connect, (supabase) => supabase.rpc('rotate_heartbeat', { heartbeat }), newAddress),
    async revoke(heartbeat) {
      await ask(connect, (supabase) => supabase.rpc('revoke_heartbeat', { heartbeat }), z.null())
    },
    async pause(heartbeat, paused) {
      await ask(connect, (supabase) => supabase.rpc('pause_heartbeat', { heartbeat, paused }), z.null())
    },
    async silence(heartbeat, until) {
      const sent = until === null ? { heartbeat } : { heartbeat, until: until.toISOString() }
      await ask(connect, (supabase) => supabase.rpc('silence_heartbeat', sent), z.null())
    },
    async expect(heartbeat, expectation, graceSeconds) {
      const sent = { heartbeat, grace_seconds: graceSeconds, ...expectedOf(expectation) }
      await ask(connect, (supabase) => supabase.rpc('expect_of_heartbeat', sent), z.null())
    },
  }
}

function heartbeatOf(row: HeartbeatRow): Heartbeat {
  const { id, kind, state, recent_runs, recent_successes, zone_hint } = row
  return {
    ...{ id, kind, state },
    recordId: row.record_id,
    expectation: expectationOf(row),
    graceSeconds: row.grace_seconds,
    lastAt: momentOf(row.last_at),
    lastSeconds: row.last_seconds,
    runningSince: momentOf(row.running_since),
    dueAt: momentOf(row.due_at),
    troubleSince: momentOf(row.trouble_since),
    silentUntil: momentOf(row.silent_until),
    pausedAt: momentOf(row.paused_at),
    formerUntil: momentOf(row.former_until),
    refusedCalls: row.refused_calls,
    share: { runs: recent_runs, successes: recent_successes },
    strip: row.strip.map(({ at, ...run }) => ({ ...run, at: new Date(at) })),
    zoneHint: zone_hint && { minutes: zone_hint.minutes, timeZone: zone_hint.time_zone },
  }
}

function expectationOf({
  expects,
  every_seconds,
  working_hours,
  cron,
  time_zone,
}: HeartbeatRow): Expectation {
  if (expects === 'cron') return { kind: expects, cron: cron ?? '', timeZone: time_zone }
  if (expects === 'nothing') return { kind: expects }
  return { kind: expects, seconds: every_seconds ?? 0, workingHours: working_hours, timeZone: time_zone }
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
