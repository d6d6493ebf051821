/** The kinds of records that can have a heartbeat. */
export const HEARTBEAT_KINDS = ['automation', 'agent'] as const
export type HeartbeatKind = (typeof HEARTBEAT_KINDS)[number]

/** How a heartbeat is at a moment. */
export const HEARTBEAT_STATES = ['on_time', 'running', 'late', 'failing', 'paused', 'never'] as const
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number]

/** `unfinished` never reported its end; a `log` is a note that says nothing of a run. */
export const RUN_OUTCOMES = ['success', 'failure', 'running', 'unfinished', 'log'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** When an interval counts. Days are 1 for Monday to 7; times are 08:00. */
export interface WorkingHours {
  days: readonly number[]
  from: string
  to: string
}

/** What is expected of a heartbeat. An interval has a time zone for its working hours. */
export type Expectation =
  | { kind: 'nothing' }
  | { kind: 'interval'; seconds: number; workingHours: WorkingHours | null; timeZone: string }
  | { kind: 'cron'; cron: string; timeZone: string }

/** A run in the strip of the last ones. */
export interface RunMark {
  number: number
  outcome: RunOutcome
  /** When it last reported. */
  at: Date
  /** Null where its start was not reported, or it still runs. */
  seconds: number | null
}

/** That all of the last runs came at one offset from the schedule, as those of a wrong time zone do. */
export interface ZoneHint {
  /** How late they are; negative for early ones. */
  minutes: number
  /** The time zone in which they would be on time; null where none is known. */
  timeZone: string | null
}

/** What an automation or agent reports of itself. */
export interface Heartbeat {
  id: string
  kind: HeartbeatKind
  recordId: string
  /** Null when its address was revoked. */
  state: HeartbeatState | null
  expectation: Expectation
  graceSeconds: number
  /** When it last reported the end of a run. */
  lastAt: Date | null
  lastSeconds: number | null
  runningSince: Date | null
  /** When the next run is expected. */
  dueAt: Date | null
  /** Since when it is late or failing. */
  troubleSince: Date | null
  silentUntil: Date | null
  pausedAt: Date | null
  /** Until when the address before the present one works. */
  formerUntil: Date | null
  refusedCalls: number
  /** Of the last 30 days. */
  share: { runs: number; successes: number }
  /** The last 30, the oldest first. */
  strip: readonly RunMark[]
  zoneHint: ZoneHint | null
}

/** One run, in the details. */
export interface Run extends RunMark {
  startedAt: Date | null
  endedAt: Date | null
  exitCode: number | null
  note: string | null
}

/** The runs of a day, at UTC. */
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

/** The address that was just made: its token is shown this once. */
export interface NewAddress {
  id: string
  token: string
}

/** One of the addresses that were made for many records. */
export interface GivenAddress {
  recordId: string
  /** Of the record. */
  name: string
  token: string
}

/** As many records as get an address, or are paused, at once. */
export const MOST_BEATING = 500

/** How many of the account's heartbeats are in which state. */
export type HeartbeatCounts = Readonly<Record<HeartbeatState, number>>

/** Heartbeats of automations and agents: their addresses, runs, and what is expected of them. */
export interface HeartbeatsPart {
  /** Those of these records; a record without one is left out. */
  of(kind: HeartbeatKind, recordIds: readonly string[]): Promise<readonly Heartbeat[]>
  /** The latest first, before a number where it is given. */
  runs(heartbeatId: string, before: number | null): Promise<readonly Run[]>
  /** The last 90 days that had any, the oldest first. */
  days(heartbeatId: string): Promise<readonly RunDay[]>
  counts(): Promise<HeartbeatCounts>
  /** Makes the address of a record, or a new one where it was revoked. */
  give(kind: HeartbeatKind, recordId: string): Promise<NewAddress>
  /** Of those of at most 500 records that have none and that the caller may change. */
  giveMany(kind: HeartbeatKind, recordIds: readonly string[]): Promise<readonly GivenAddress[]>
  /** Gives how many of at most 500. */
  pauseMany(kind: HeartbeatKind, recordIds: readonly string[], paused: boolean): Promise<number>
  /** The former address works for another 24 hours. */
  rotate(heartbeatId: string): Promise<NewAddress>
  revoke(heartbeatId: string): Promise<void>
  pause(heartbeatId: string, paused: boolean): Promise<void>
  /** Nobody is told of it until then; null ends that. */
  silence(heartbeatId: string, until: Date | null): Promise<void>
  expect(heartbeatId: string, expectation: Expectation, graceSeconds: number): Promise<void>
}
