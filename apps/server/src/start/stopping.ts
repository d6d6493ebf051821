import { setTimeout as wait } from 'node:timers/promises'
import type { Unfinished } from '../observe/process-ending.ts'

/** A start at a terminal is watched by a person who waits; behind a load balancer it takes time until it notices. */
const DELAY_BEHIND_BALANCER_MS = 3_000
/** The limit from the end of that delay: by then the process ends, whatever is still running. */
export const END_WITHIN_MS = 10_000
/** The part of it reserved for the steps after the requests: jobs, connections, Postgres. */
const AFTER_REQUESTS_MS = 1_500
const AFTER_JOBS_MS = 1_000

/** The parts of a running server, in the order in which they stop. */
export interface StoppingParts {
  /** Makes answers end their connections; the listener stays open. */
  drain(): void
  /** Takes no new requests; resolves when those in flight are answered, or were cut after `withinMs`. */
  closeRequests(withinMs: number): Promise<{ cut: number }>
  closeJobs(): Promise<void>
  /** Closes connections, and stops the built-in Postgres. */
  closeDatabase(withinMs: number): Promise<void>
}

/** How long a stopping server still listens when the operator has not said. */
export function defaultShutdownDelayMs(): number {
  return isAtTerminal() ? 0 : DELAY_BEHIND_BALANCER_MS
}

/** Whether a person at a terminal started this. */
export const isAtTerminal = (): boolean => process.stdin.isTTY || process.stdout.isTTY

/**
 * Stops a server: load balancers get `delayMs` to notice, then requests, jobs and database end in this order. A
 * database that does not answer delays it by at most ten seconds in all.
 */
export async function stopInOrder(parts: StoppingParts, delayMs: number): Promise<Unfinished[]> {
  parts.drain()
  await wait(delayMs)
  const deadline = performance.now() + END_WITHIN_MS
  const left = (reserveMs: number) => Math.max(deadline - reserveMs - performance.now(), 0)
  const unfinished: Unfinished[] = []
  const { cut } = await parts.closeRequests(left(AFTER_REQUESTS_MS))
  if (cut > 0) unfinished.push('requests')
  if (!(await endsWithin(parts.closeJobs(), left(AFTER_JOBS_MS)))) unfinished.push('jobs')
  if (!(await endsWithin(parts.closeDatabase(left(0)), left(0)))) unfinished.push('database')
  return unfinished
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = new AbortController()
  const outcome = await Promise.race([
    work.then(() => true),
    wait(ms, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  return outcome
}
