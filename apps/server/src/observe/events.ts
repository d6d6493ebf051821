import type { AuthEvent } from '@cairn/auth/events'
import type { DataApiFailure } from '@cairn/data-api/handler'

/** What the server reports of itself. One renderer (log.ts) decides what becomes of each; none carries a secret. */
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
