import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import { isLostConnection, isTlsFailure, postgresFailure } from './errors.ts'
import { createConnect } from './primary.ts'
import type { ConnectionTarget } from './target.ts'

/** How long a start waits for what is not there yet, and what is told of it, once for each reason to wait. */
export interface Patience {
  withinMs: number
  onWait: (reason: string) => void
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
  const deadline = performance.now() + patience.withinMs
  for (let first = true; ; first = false) {
    try {
      return await connect({ withinMs: CONNECT_WITHIN_MS })
    } catch (error) {
      if (!mayPass(error) || performance.now() + AGAIN_AFTER_MS >= deadline) throw error
      if (first) patience.onWait(`The database at ${placesOf(target)} is not there yet: ${reasonOf(error)}.`)
      await wait(AGAIN_AFTER_MS)
    }
  }
}

/** The addresses of a target, for people. */
export function placesOf({ host, port, others = [] }: ConnectionTarget): string {
  return [{ host, port }, ...others].map((endpoint) => `${endpoint.host} (port ${endpoint.port})`).join(', ')
}

function mayPass(error: unknown): boolean {
  if (isTlsFailure(error)) return false
  return isLostConnection(error) || postgresFailure(error)?.code.startsWith('53') === true
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
