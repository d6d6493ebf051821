import { type Phrase, phrase } from './lib/phrase.ts'
/** What a user reads where there is no connection. */
export const UNREACHABLE = phrase('The server cannot be reached. Please check your connection and try again.')

export type FailureKind =
  | 'refused'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'offline'
  | 'unavailable'
  | 'unknown'

interface FailureOptions {
  kind: FailureKind
  requestId?: string | null
  retryAt?: Date | null
  cause?: unknown
}

/**
 * A request of the workspace that did not work out. `message` is for people, in English; `requestId` is what an operator finds the
 * request by in the log, where there was an answer at all; `retryAt` says when a limit lets it through again.
 */
export class WorkspaceError extends Error {
  override readonly name: string = 'WorkspaceError'
  readonly kind: FailureKind
  readonly requestId: string | null
  readonly retryAt: Date | null

  constructor(message: Phrase, { kind, requestId = null, retryAt = null, cause }: FailureOptions) {
    super(message, { cause })
    this.kind = kind
    this.requestId = requestId
    this.retryAt = retryAt
  }
}

/** No user is signed in (any more): the server was not asked, or said so. */
export class NotSignedIn extends WorkspaceError {
  override readonly name = 'NotSignedIn'

  constructor(message: Phrase, options: Omit<FailureOptions, 'kind'> = {}) {
    super(message, { kind: 'refused', ...options })
  }
}

/** A user who belongs to no account creates something. */
export class AccountMissing extends WorkspaceError {
  override readonly name = 'AccountMissing'

  constructor(cause: unknown) {
    super(phrase('User or account information is missing'), { kind: 'refused', cause })
  }
}

/** What a guest gets for saving something. `things` is the plural that the sentence begins with: 'Systems'. */
export class GuestModeError extends Error {
  override readonly name = 'GuestModeError'
  readonly title = 'Guest Mode'
  readonly things: Phrase

  constructor(things: Phrase) {
    super(`${things} aren't saved in guest mode. Please sign up for full access.`)
    this.things = things
  }
}

/** Signing up, in or out did not work out; `message` is for people. */
export class AccessError extends WorkspaceError {
  override readonly name = 'AccessError'
  /** The auth server's own word for it: 'otp_expired'. Null where it did not answer. */
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

/** Whether the same request may fare better in a moment. Everything that the server decided stays decided. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof WorkspaceError && ['offline', 'unavailable', 'unknown'].includes(error.kind)
}
