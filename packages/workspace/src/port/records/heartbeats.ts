/** The kinds of records that can have a heartbeat. */
export const HEARTBEAT_KINDS = ['automation', 'agent'] as const
export type HeartbeatKind = (typeof HEARTBEAT_KINDS)[number]

/** The states of a heartbeat. */
export const HEARTBEAT_STATES = ['on_time', 'running', 'late', 'failing', 'paused', 'never'] as const
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number]

/** The outcomes of runs. `unfinished` never reported its end; a `log` is a note without a result. */
export const RUN_OUTCOMES = ['success', 'failure', 'running', 'unfinished', 'log'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** The hours in which an interval counts. Days are 1 for Monday to 7; times are 08:00. */
export interface WorkingHours {
  days: readonly number[]
  from: string
  to: string
}

/** The expected schedule of a heartbeat. An interval has a time zone for its working hours. */
export type Expectation =
  | { kind: 'nothing' }
  | { kind: 'interval'; seconds: number; workingHours: WorkingHours | null; timeZone: string }
  | { kind: 'cron'; cron: string; timeZone: string }

/** A run in the strip of the latest runs. */
export interface RunMark {
  number: number
  outcome: RunOutcome
  /** The time of its last report. */
  at: Date
  /** Null where its start was not reported, or it still runs. */
  seconds: number | null
}

/** A sign of a wrong time zone: all of the last runs came at one offset from the schedule. */
export interface ZoneHint {
  /** How many minutes late the runs are; negative for early ones. */
  minutes: number
  /** The time zone in which they would be on time; null where none is known. */
  timeZone: string | null
}

/** The state and the runs that an automation or agent reports. */
export interface Heartbeat {
  id: string
  kind: HeartbeatKind
  recordId: string
  /** Null when its address was revoked. */
  state: HeartbeatState | null
  expectation: Expectation
  graceSeconds: number
  /** The end of the last run that reported one. */
  lastAt: Date | null
  lastSeconds: number | null
  runningSince: Date | null
  /** When the next run is expected. */
  dueAt: Date | null
  /** Since when it is late or failing. */
  troubleSince: Date | null
  silentUntil: Date | null
  pausedAt: Date | null
  /** Until when its record is in maintenance; null where it is not. */
  maintenanceUntil: Date | null
  /** Until when the previous address works. */
  formerUntil: Date | null
  refusedCalls: number
  /** The counts of the last 30 days. */
  share: { runs: number; successes: number }
  /** The last 30 runs, the oldest first. */
  strip: readonly RunMark[]
  zoneHint: ZoneHint | null
}

/** A run with its details. */
export interface Run extends RunMark {
  startedAt: Date | null
  endedAt: Date | null
  exitCode: number | null
  note: string | null
}

/** The runs of one day in UTC. */
export interface RunDay {
  /** As 2026-12-31. */
  day: string
  successes: number
  failures: number
  /** How many of them reported start and end, how long these took together, and the longest. */
  timed: number
  seconds: number
  longest: number
}

/** An address that was just created: its token is shown this once. */
export interface NewAddress {
  id: string
  token: string
}

/** An address out of those that were created for many records. */
export interface GivenAddress {
  recordId: string
  /** The name of the record. */
  name: string
  token: string
}

/** How many records can get an address, or be paused, at once. */
export const MOST_BEATING = 500

/** The states that heartbeats are counted by: what would be late or failing is in maintenance meanwhile. */
export const COUNTED_STATES = [...HEARTBEAT_STATES, 'maintenance'] as const

/** How many of the account's heartbeats are in which state. */
export type HeartbeatCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>

/** Heartbeats of automations and agents: their addresses, runs and schedules. */
export interface HeartbeatsPart {
  /** The heartbeats of these records; a record without one is left out. */
  of(kind: HeartbeatKind, recordIds: readonly string[]): Promise<readonly Heartbeat[]>
  /** The runs, the latest first, before a number where it is given. */
  runs(heartbeatId: string, before: number | null): Promise<readonly Run[]>
  /** The last 90 days that had runs, the oldest first. */
  days(heartbeatId: string): Promise<readonly RunDay[]>
  counts(): Promise<HeartbeatCounts>
  /** Creates the address of a record, or a new one where it was revoked. */
  give(kind: HeartbeatKind, recordId: string): Promise<NewAddress>
  /** Creates addresses for those of at most 500 records that have none and that the caller may change. */
  giveMany(kind: HeartbeatKind, recordIds: readonly string[]): Promise<readonly GivenAddress[]>
  /** Pauses or resumes at most 500 records; returns how many changed. */
  pauseMany(kind: HeartbeatKind, recordIds: readonly string[], paused: boolean): Promise<number>
  /** Creates a new address. The former one works for another 24 hours. */
  rotate(heartbeatId: string): Promise<NewAddress>
  revoke(heartbeatId: string): Promise<void>
  pause(heartbeatId: string, paused: boolean): Promise<void>
  /** Mutes all alerts of a heartbeat until then; null unmutes them. */
  silence(heartbeatId: string, until: Date | null): Promise<void>
  expect(heartbeatId: string, expectation: Expectation, graceSeconds: number): Promise<void>
}
