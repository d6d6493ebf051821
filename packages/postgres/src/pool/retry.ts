import { setTimeout as wait } from 'node:timers/promises'
import { postgresFailure } from '../wire/errors.ts'

/**
 * Serialization failure and deadlock: Postgres undid one of two conflicting transactions so that the other could go on.
 */
const CONFLICTS = new Set(['40001', '40P01'])
const ATTEMPTS = 3
const PAUSE_MS = 20

/**
 * Whether to run a transaction again after this attempt: Postgres undid it because of a conflict with another one, and
 * nothing of it is left. After the third conflict it is given up.
 */
export const isWorthAnotherAttempt = (attempt: number, error: unknown): boolean =>
  attempt < ATTEMPTS && CONFLICTS.has(postgresFailure(error)?.code ?? '')

/**
 * The pause before another attempt lets the other transaction take the lock that it waited for. Without it a retry can
 * take that lock first, and both deadlock again.
 */
export const pauseAfter = (attempt: number): Promise<void> => wait(PAUSE_MS * attempt * (1 + Math.random()))
