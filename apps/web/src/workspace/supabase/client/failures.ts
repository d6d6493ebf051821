import {
  AccessError,
  type FailureKind,
  NotSignedIn,
  type Refusal,
  UNREACHABLE,
  WorkspaceError,
} from '@cairn/workspace/errors'
import { asPhrase, type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import { refusalIn } from './refusal-text.ts'

const BUSY = phrase('The server is not available at the moment. Please try again.')
const BROKEN = phrase('Something went wrong on the server.')
const ENDED = phrase('Your session has ended. Please sign in again.')

/** A broken check constraint; each of the product's says its rule in a sentence. */
const RULE_BROKEN = '23514'

const dataErrorSchema = z.object({
  message: z.catch(z.string(), ''),
  code: z.catch(z.string(), ''),
  hint: z.catch(z.string(), ''),
  details: z.catch(z.string(), ''),
  request_id: z.catch(z.nullable(z.string()), null),
})

/** The error code of a change that would leave an account without an admin; its hint says what to do first. */
const LAST_ADMIN = 'LA001'

/** In the details of a refusal: the sign-in is too old for creating something that outlives its session. */
const PROOF_NEEDED = 'reauthentication_needed'

/** The error code of a request that a rule of the product forbids; the message says why. */
const NOT_ACCEPTED = '22023'

/** The messages that screens show for the codes of Postgres and of the data API. */
const SENTENCES: Record<string, { kind: FailureKind; message: Phrase }> = {
  '42501': { kind: 'refused', message: phrase('You do not have permission to do this.') },
  '23505': { kind: 'conflict', message: phrase('This already exists.') },
  '23503': { kind: 'invalid', message: phrase('This refers to something that no longer exists.') },
  PGRST116: {
    kind: 'not-found',
    message: phrase('This no longer exists, or you are not allowed to change it.'),
  },
}

/**
 * Turns the data API's error into a `WorkspaceError`. Messages of the product's own rules pass through, those of
 * Postgres speak of tables and constraints and are replaced.
 */
export function dataFailure(error: unknown, status: number): WorkspaceError {
  const { message, code, hint, details, request_id: requestId } = parsed(error)
  const refusal = refusalIn(details)
  const options = { requestId, retryAt: retryAtOf(refusal), refusal, cause: error }
  if (message.startsWith('AbortError')) return new NotSignedIn(ENDED, options)
  if (status === 0) return new WorkspaceError(UNREACHABLE, { kind: 'offline', ...options })
  if (status >= 502) return new WorkspaceError(BUSY, { kind: 'unavailable', ...options })
  if (status >= 500) return new WorkspaceError(BROKEN, { kind: 'unknown', ...options })
  if (details === PROOF_NEEDED)
    return new AccessError(asPhrase(message), { kind: 'refused', code: PROOF_NEEDED, ...options })
  const known = SENTENCES[code]
  if (known && isSentence(message))
    return new WorkspaceError(asPhrase(message), { kind: known.kind, ...options })
  if (known) return new WorkspaceError(known.message, { kind: known.kind, ...options })
  // The code of the refusal stands for its first sentence alone.
  if (code === LAST_ADMIN) {
    const whole = asPhrase([message, hint].join(' ').trim())
    return new WorkspaceError(whole, { kind: 'refused', ...options, refusal: null })
  }
  if (status === 401) return new NotSignedIn(ENDED, options)
  if (code === NOT_ACCEPTED && isSentence(message))
    return new WorkspaceError(asPhrase(message), { kind: 'invalid', ...options })
  if (/^2[23]/.test(code) && code !== RULE_BROKEN) {
    return new WorkspaceError(phrase('The server did not accept these values. Please check them.'), {
      kind: 'invalid',
      ...options,
    })
  }
  return new WorkspaceError(asPhrase(message) || BROKEN, { kind: kindOfStatus(status), ...options })
}

/** Returns when a limit lets the request through again; null where the refusal does not say it. */
function retryAtOf(refusal: Refusal | null): Date | null {
  const moment = refusal?.parameters['retry_at']
  return typeof moment === 'string' && !Number.isNaN(Date.parse(moment)) ? new Date(moment) : null
}

/** The product's rules speak in sentences, Postgres does not. */
function isSentence(message: string): boolean {
  return /^\p{Lu}.*\.$/u.test(message)
}

/** An answer that has another shape than the one agreed: our fault or the server's, never the person's. */
export function unexpectedAnswer(cause: unknown): WorkspaceError {
  return new WorkspaceError(phrase('The server sent an unexpected answer. Please try again.'), {
    kind: 'unknown',
    cause,
  })
}

const authErrorSchema = z.object({
  name: z.string(),
  message: z.string(),
  status: z.optional(z.number()),
  code: z.catch(z.nullable(z.string()), null),
})

/**
 * Turns whatever the auth client fails with into an `AccessError`. What the auth server says is meant for people;
 * `refusal` is what the database says with it.
 */
export function accessFailure(
  error: unknown,
  requestId: string | null,
  refusal: Refusal | null = null,
): AccessError {
  if (error instanceof WorkspaceError)
    return new AccessError(asPhrase(error.message), { kind: error.kind, cause: error })
  const known = authErrorSchema.safeParse(error)
  if (!known.success || known.data.name === 'AuthUnknownError') {
    return new AccessError(BROKEN, { kind: 'unknown', requestId, cause: error })
  }
  const { message, status, code } = known.data
  if (status === undefined) return new AccessError(asPhrase(message), { kind: 'unknown', cause: error })
  if (status === 0) return new AccessError(UNREACHABLE, { kind: 'offline', cause: error })
  if (status >= 502) return new AccessError(BUSY, { kind: 'unavailable', requestId, cause: error })
  if (status >= 500) return new AccessError(BROKEN, { kind: 'unknown', requestId, cause: error })
  return new AccessError(asPhrase(message), {
    kind: kindOfStatus(status),
    ...{ code, refusal, requestId, cause: error },
  })
}

function kindOfStatus(status: number): FailureKind {
  if (status === 404 || status === 406) return 'not-found'
  if (status === 409) return 'conflict'
  if (status === 400 || status === 422) return 'invalid'
  return 'refused'
}

function parsed(error: unknown): z.infer<typeof dataErrorSchema> {
  const result = dataErrorSchema.safeParse(error)
  return result.success ? result.data : { message: '', code: '', hint: '', details: '', request_id: null }
}
