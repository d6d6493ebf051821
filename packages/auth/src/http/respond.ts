import { DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import {
  AuthError,
  mayBeDone,
  refusedByProduct,
  unavailable,
  unexpectedFailure,
} from '../errors/auth-errors.ts'
import { asProductRefusal } from '../store/product-refusal.ts'
import { asRetryable } from '../store/retryable.ts'

/** The header by which clients and server agree on the shape of errors. */
const API_VERSION_HEADER = 'x-supabase-api-version'
/** Since this version an error is `{code: string, message}`; before it `{code: number, error_code, msg}`. */
const STRING_CODES_SINCE = '2024-01-01'

/** Answers with a JSON body that must not be cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/**
 * The protocol's error for what was thrown. An unexpected error becomes a fixed sentence, with the cause for the log.
 */
export function asAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const refusal = asProductRefusal(thrown)
  if (refusal !== null) return refusedByProduct(refusal)
  const later = asRetryable(thrown)
  if (later === null) return unexpectedFailure(thrown)
  const isDone = later instanceof DatabaseUnavailable && later.mayBeDone
  return (isDone ? mayBeDone : unavailable)(later.retryAfterSeconds, later)
}

/** Answers with an error in the protocol's shape, in the version that the client asked for. */
export function errorResponse(error: AuthError, request: Request): Response {
  const version = request.headers.get(API_VERSION_HEADER) ?? ''
  const modern = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= STRING_CODES_SINCE
  const { weakPasswordReasons, retryAfterSeconds, allow } = error.details
  return json(
    {
      ...(modern
        ? { code: error.code, message: error.message }
        : { code: error.status, error_code: error.code, msg: error.message }),
      ...(weakPasswordReasons ? { weak_password: { reasons: weakPasswordReasons } } : {}),
    },
    error.status,
    {
      'x-sb-error-code': error.code,
      ...(modern ? { [API_VERSION_HEADER]: STRING_CODES_SINCE } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
    },
  )
}
