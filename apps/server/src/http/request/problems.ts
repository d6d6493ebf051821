import { DatabaseUnavailable, Overloaded } from '@cairn/postgres/wire/errors'

/** A body went over 1 MiB, announced or not. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The rest of a body does not come: the client went away, or was cut off. */
export class BodyCutOff extends Error {
  override name = 'BodyCutOff'
}

/** A refusal of the server itself, before the handler of a protocol has the request. */
export interface Problem {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 414 | 415 | 429 | 431 | 500 | 501 | 503
  /** The code in the Supabase Auth protocol. */
  authCode: string
  /** The code in the PostgREST protocol. */
  dataCode: string
  message: string
  hint?: string
  headers?: Record<string, string>
}

export const NO_API_KEY: Problem = {
  status: 401,
  authCode: 'no_authorization',
  dataCode: 'PGRST301',
  message: 'No API key found in request',
  hint: 'No `apikey` request header was found.',
}

export const UNKNOWN_API_KEY: Problem = {
  status: 401,
  authCode: 'no_authorization',
  dataCode: 'PGRST301',
  message: 'Invalid API key',
  hint: 'The publishable key is in /config.json.',
}

const TOO_LARGE: Problem = {
  status: 413,
  authCode: 'request_too_large',
  dataCode: 'PGRST100',
  message: 'The request is larger than 1 MiB.',
}

/** The problem of a body that was cut off. Its client has gone; only the log shows the text. */
const CUT_OFF: Problem = {
  status: 400,
  authCode: 'bad_json',
  dataCode: 'PGRST102',
  message: 'The request ended before its body was complete.',
  headers: { connection: 'close' },
}

/** A long list of ids is what makes an address too long most of the time. */
const IN_PARTS = 'Ask for at most 200 ids at a time, or call a procedure, whose body may have 1 MiB.'

export const ADDRESS_TOO_LONG: Problem = {
  status: 414,
  authCode: 'validation_failed',
  dataCode: 'PGRST100',
  message: 'The address is longer than 8 KiB.',
  hint: IN_PARTS,
}

/** The body of an answer to address and headers that the parser does not read to their end. */
export const HEADERS_OVERFLOW = {
  code: 'PGRST100',
  message: 'The address and the headers are larger than 32 KiB.',
  details: null,
  hint: IN_PARTS,
}

export const HEADERS_TOO_LARGE: Problem = {
  status: 431,
  authCode: 'validation_failed',
  dataCode: 'PGRST100',
  message: 'The headers are larger than 16 KiB.',
}

export const TOO_MANY_HEADERS: Problem = {
  status: 431,
  authCode: 'validation_failed',
  dataCode: 'PGRST100',
  message: 'The request has more than 100 headers.',
}

export const METHOD_NOT_ALLOWED: Problem = {
  status: 405,
  authCode: 'method_not_allowed',
  dataCode: 'PGRST117',
  message: 'This address does not answer this method.',
}

export const ENCODED_BODY: Problem = {
  status: 415,
  authCode: 'validation_failed',
  dataCode: 'PGRST102',
  message: 'Send the body uncompressed.',
}

export const NOT_FOR_TOKENS: Problem = {
  status: 403,
  authCode: 'no_authorization',
  dataCode: 'PGRST301',
  message: 'An API token opens only GET /auth/v1/user here. Sign in for everything else.',
}

export const NOT_FOUND: Problem = {
  status: 404,
  authCode: 'not_found',
  dataCode: 'PGRST125',
  message: 'There is nothing at this address.',
}

/** The answer to a part of Supabase that Cairn does not have: clients read JSON there, and no page. */
export function notServed(part: string, served: readonly string[]): Problem {
  return {
    status: 501,
    authCode: 'not_found',
    dataCode: 'PGRST125',
    message: `This server has no ${part}. It serves ${served.slice(0, -1).join(', ')} and ${served.at(-1)}.`,
  }
}

/**
 * The answer to an access token that is not accepted: PGRST301 for what is none, PGRST303 for what it says. The reason
 * reveals nothing that the caller does not know.
 */
export function invalidToken(reason: string, dataCode: 'PGRST301' | 'PGRST303'): Problem {
  return {
    status: 401,
    authCode: 'bad_jwt',
    dataCode,
    message: reason,
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(reason)}`,
    },
  }
}

const TRY_AGAIN = 'The server is too busy or its database is away. Try again in a moment.'
const MAY_BE_DONE =
  'The database has made the change, but its standby has not confirmed it. Look whether it is there before you repeat it.'

function mayBeDone(error: DatabaseUnavailable | Overloaded): boolean {
  return error instanceof DatabaseUnavailable && error.mayBeDone
}

/** Turns any other error into a problem: 503 where a retry helps, one fixed sentence otherwise. */
export function problemOf(error: unknown): Problem {
  if (error instanceof BodyTooLarge) return TOO_LARGE
  if (error instanceof BodyCutOff) return CUT_OFF
  if (error instanceof DatabaseUnavailable || error instanceof Overloaded) {
    return {
      status: 503,
      authCode: 'service_unavailable',
      dataCode: 'PGRST002',
      message: mayBeDone(error) ? MAY_BE_DONE : TRY_AGAIN,
      headers: { 'retry-after': String(error.retryAfterSeconds) },
    }
  }
  return {
    status: 500,
    authCode: 'unexpected_failure',
    dataCode: 'PGRSTX00',
    message: 'Something went wrong on the server. The request id leads to its cause in the log.',
  }
}

/** Writes a problem in the shape of the protocol to which the path belongs; for scripts that call a heartbeat as text. */
export function problemResponse(path: string, problem: Problem): Response {
  const { status, message, hint = null, headers = {}, authCode, dataCode } = problem
  if (path.startsWith('/p/')) return new Response(message, { status, headers })
  if (path.startsWith('/auth/v1/')) {
    return Response.json({ code: status, error_code: authCode, msg: message }, { status, headers })
  }
  return Response.json(
    { code: dataCode, message, details: null, hint },
    { status, headers: { 'proxy-status': `PostgREST; error=${dataCode}`, ...headers } },
  )
}
