import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import {
  DatabaseUnavailable,
  isLostConnection,
  isTlsFailure,
  Overloaded,
  postgresFailure,
} from '../wire/errors.ts'
import { createConnect } from '../wire/primary.ts'
import type { ConnectionTarget } from '../wire/target.ts'

/**
 * How long a start waits for something that is not available yet, and the reports about it, one for each reason to
 * wait.
 */
export interface Patience {
  withinMs: number
  onWait: (reason: string) => void
  /** Ends the wait for a Postgres that was started. */
  signal?: AbortSignal | undefined
}

export const NO_PATIENCE: Patience = { withinMs: 0, onWait: () => {} }

const CONNECT_WITHIN_MS = 5_000
const AGAIN_AFTER_MS = 300

/**
 * Connects to the primary of a target, and tries again while it cannot be reached, starts up, recovers, or is still a
 * standby. Rejects with the last failure when the patience is at its end, and at once with any other.
 */
export async function reach(target: ConnectionTarget, name: string, patience: Patience): Promise<Client> {
  const connect = createConnect(target, { name })
  return patiently(() => connect({ withinMs: CONNECT_WITHIN_MS }), {
    withinMs: patience.withinMs,
    onWait: (reason) => patience.onWait(`The database at ${placesOf(target)} is not there yet: ${reason}.`),
  })
}

/**
 * Does the work, and again while it fails for want of a connection. Rejects with the last failure when the patience is
 * at its end, and at once with any other. `onWait` receives the reason once, without a period.
 */
export async function patiently<T>(work: () => Promise<T>, { withinMs, onWait }: Patience): Promise<T> {
  const deadline = performance.now() + withinMs
  for (let first = true; ; first = false) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || performance.now() + AGAIN_AFTER_MS >= deadline) throw error
      if (first) onWait(reasonOf(error))
      await wait(AGAIN_AFTER_MS)
    }
  }
}

/** The addresses of a target, for people. */
export function placesOf({ host, port, others = [] }: ConnectionTarget): string {
  return [{ host, port }, ...others].map((endpoint) => `${endpoint.host} (port ${endpoint.port})`).join(', ')
}

/** True when a connection did not come about, or was lost, for a reason that may pass by itself. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.cause === undefined || mayPass(error.cause)
  if (error instanceof Overloaded) return true
  if (isTlsFailure(error)) return false
  return isLostConnection(error) || postgresFailure(error)?.code.startsWith('53') === true
}

/** Why a connection did not come about, without a full stop. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable && error.cause !== undefined) return reasonOf(error.cause)
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
