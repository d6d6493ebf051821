import type { AuthEvent } from '@cairn/auth/events'
import type { DataApiFailure } from '@cairn/data-api/handler'

/** Everything that the server reports. log.ts decides how each event is logged; none carries a secret. */
export type ServerEvent =
  | { kind: 'listening'; address: string }
  | { kind: 'migrated'; files: readonly string[] }
  | { kind: 'postgres-restarted' }
  | { kind: 'handshake-failed'; cause: unknown }
  | { kind: 'stopping'; signal: string }
  | { kind: 'stopped' }
  | { kind: 'request'; id: string; method: string; path: string; status: number; ms: number }
  | { kind: 'request-failed'; id: string; method: string; path: string; cause: unknown }
  | DataApiFailure
  | { kind: 'auth'; event: AuthEvent }

export type Observe = (event: ServerEvent) => void
