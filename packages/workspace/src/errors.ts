import { type Phrase, phrase } from './lib/phrase.ts'
/** The message that a user reads where there is no connection. */
export const UNREACHABLE = phrase('The server cannot be reached. Please check your connection and try again.')

export type FailureKind =
  | 'refused'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'offline'
  | 'unavailable'
  | 'unknown'

/** The name of what the database refused, and the values that its sentence has: docs/use/refusals.md. */
export interface Refusal {
  code: string
  parameters: Readonly<Record<string, unknown>>
}

/** A sentence of the server, in English, and the refusal that it belongs to where there is one. */
export interface Reason {
  message: string
  refusal?: Refusal | null
}

interface FailureOptions {
  kind: FailureKind
  refusal?: Refusal | null
  requestId?: string | null
  retryAt?: Date | null
  cause?: unknown
}

/**
 * A failed request of the workspace. `message` is for people, in English; `requestId` identifies the request in the
 * operator's log, where there was a response at all; `retryAt` is when a limit lets the request through again; `refusal`
 * is null where the message is no refusal of the database.
 */
export class WorkspaceError extends Error {
  override readonly name: string = 'WorkspaceError'
  readonly kind: FailureKind
  readonly requestId: string | null
  readonly retryAt: Date | null
  readonly refusal: Refusal | null

  constructor(
    message: Phrase,
    { kind, requestId = null, retryAt = null, refusal = null, cause }: FailureOptions,
  ) {
    super(message, { cause })
    this.kind = kind
    this.requestId = requestId
    this.retryAt = retryAt
    this.refusal = refusal
  }
}

/** No user is signed in (any more): the request was not sent, or the server said so. */
export class NotSignedIn extends WorkspaceError {
  override readonly name = 'NotSignedIn'

  constructor(message: Phrase, options: Omit<FailureOptions, 'kind'> = {}) {
    super(message, { kind: 'refused', ...options })
  }
}

/** A user who belongs to no account tried to create something. */
export class AccountMissing extends WorkspaceError {
  override readonly name = 'AccountMissing'

  constructor(cause: unknown) {
    super(phrase('User or account information is missing'), { kind: 'refused', cause })
  }
}

/** A guest tried to save something. `things` is the plural that the message begins with: 'Systems'. */
export class GuestModeError extends Error {
  override readonly name = 'GuestModeError'
  readonly title = 'Guest Mode'
  readonly things: Phrase

  constructor(things: Phrase) {
    super(`${things} aren't saved in guest mode. Please sign up for full access.`)
    this.things = things
  }
}

/** Signing up, in or out failed; `message` is for people. */
export class AccessError extends WorkspaceError {
  override readonly name = 'AccessError'
  /** The error code of the auth server: 'otp_expired'. Null where the server did not answer. */
  readonly code: string | null

  constructor(message: Phrase, { code = null, ...options }: FailureOptions & { code?: string | null }) {
    super(message, options)
    this.code = code
  }
}

/** Too many sign-ins failed: the attempt was not made. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
  readonly retryAfterSeconds: number
  readonly minutes: number

  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60)
    super(`Rate limited. Try again in ${minutes} minutes.`)
    this.retryAfterSeconds = retryAfterSeconds
    this.minutes = minutes
  }
}

/** Whether the same request may succeed in a moment. Every decision of the server is final. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof WorkspaceError && ['offline', 'unavailable', 'unknown'].includes(error.kind)
}
