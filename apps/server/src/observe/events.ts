import type { AuthEvent } from '@cairn/auth/events'
import type { SecretChangeEvent } from '@cairn/auth/secret-change/change'
import type { DataApiEvent } from '@cairn/data-api/handler'
import type { DeliveryEvent } from '@cairn/delivery/events'
import type { JobEvent } from '@cairn/jobs/events'
import type { Ending, Unfinished } from './process-ending.ts'

/** Everything that the server reports. log.ts decides how each event is logged, and takes secrets out of what a caller wrote. */
export type ServerEvent =
  | { kind: 'waiting'; reason: string; seconds: number }
  /** Of the database that DATABASE_URL names; in sentences. */
  | { kind: 'connections-needed'; needs: string }
  /** Postgres waits for a missing synchronous standby, so writes are refused; or the standby is back. */
  | { kind: 'standby'; missing: boolean }
  /** A replica answers reads, or does not, and why. */
  | { kind: 'replica'; host: string; port: number; away: unknown }
  | { kind: 'listening'; address: string }
  | { kind: 'migrated'; files: readonly string[] }
  | { kind: 'postgres-restarted' }
  /** A process of several has ended unasked, or was killed because it hung; it is started again. */
  | ({ kind: 'process-lost'; number: number; againInSeconds: number } & Ending)
  /** A further process serves: at the start, or after a restart. */
  | { kind: 'process-started'; number: number }
  /** This one of several processes has lost the one that started it, and ends. */
  | { kind: 'parent-lost' }
  | { kind: 'log-lines-dropped'; count: number }
  | { kind: 'error-unawaited'; count: number; cause: unknown }
  | { kind: 'error-uncaught'; cause: unknown }
  | { kind: 'stopping'; signal: string }
  | { kind: 'stopped'; unfinished: readonly Unfinished[] }
  /** The clock of the database is ahead of this machine's by so many seconds; null when that is over. */
  | { kind: 'clock-apart'; seconds: number | null }
  /** The answer of `/readyz` has changed. */
  | { kind: 'readiness'; status: string }
  | { kind: 'request'; id: string; method: string; path: string; status: number; ms: number }
  | { kind: 'request-failed'; id: string; method: string; path: string; cause: unknown }
  | { kind: 'purged'; what: string; rows: number }
  | JobEvent
  | DataApiEvent
  | { kind: 'auth'; event: AuthEvent }
  | { kind: 'delivery'; event: DeliveryEvent }
  | { kind: 'secret-change'; event: SecretChangeEvent }

export type Observe = (event: ServerEvent) => void
