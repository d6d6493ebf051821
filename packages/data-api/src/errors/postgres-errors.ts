import type { DatabaseRole } from '@cairn/postgres/pool/caller'
import type { PostgresFailure } from '@cairn/postgres/wire/errors'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { answerTooLarge, tooManyEmbeddedRows } from './request-errors.ts'

/**
 * Refusals of Postgres in the words of the API: the status by SQLSTATE, and nothing about rows that the caller may not
 * see.
 */

/**
 * Turns a refusal of Postgres into the API's. Statuses are PostgREST's, except for three that a caller's own input can
 * cause or that ask for a retry (see STATUS_BY_CODE). Source:
 * https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes
 */
export function fromPostgres(failure: PostgresFailure, role: DatabaseRole, cause: unknown): ApiError {
  if (failure.code === 'PGRST') return raisedInFull(failure, cause)
  if (failure.code === 'PT401' && failure.message === SESSION_GONE) return sessionGone(cause)
  if (failure.code === '42601' && failure.message.startsWith('syntax error in tsquery'))
    return badSearch(cause)
  if (failure.code === '42704' && failure.message.includes(ANSWER_TOO_LARGE)) return answerTooLarge()
  if (failure.code === '42704' && failure.message.includes(TOO_MANY_ROWS)) return tooManyEmbeddedRows()
  // A sort that does not fit into memory uses the disk, of which one statement has a share (temp_file_limit).
  if (failure.code === '53400' && failure.message.startsWith('temporary file size')) return answerTooLarge()
  const status = statusOf(failure, role)
  return new ApiError({
    status,
    code: failure.code,
    message: isInternal(failure.code) ? 'The database could not answer' : failure.message,
    details: isInternal(failure.code) || mayNameForeignRows(failure) ? null : failure.detail,
    hint: isInternal(failure.code) ? null : failure.hint,
    headers: headersOf(status),
    cause,
  })
}

/**
 * "Key (email)=(…) already exists" and "Failing row contains (…)" contain values. Postgres leaves out those of tables
 * with row level security and of columns that the caller may not read. Within a function it judges by the function's
 * owner, so such details are left out, unless the function wrote them itself.
 */
function mayNameForeignRows({ code, context, isRaised }: PostgresFailure): boolean {
  return code.startsWith('23') && context !== null && !isRaised
}

/**
 * A setting that does not exist: a statement whose answer grows too large reads it, and the failure undoes the whole
 * transaction.
 */
export const ANSWER_TOO_LARGE = 'data_api.answer_too_large'
/** A setting for the same purpose, where embedded resources read too many rows. */
export const TOO_MANY_ROWS = 'data_api.too_many_rows'

/** The message of auth.require_session. */
const SESSION_GONE = 'JWT session is no longer valid'

function sessionGone(cause: unknown): ApiError {
  return new ApiError({
    status: 401,
    code: 'PGRST303',
    message: SESSION_GONE,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${SESSION_GONE}"` },
    cause,
  })
}

/** A text search that Postgres cannot parse: a mistake of the caller, like any other unreadable part of a URL. */
function badSearch(cause: unknown): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: 'The text search query cannot be read',
    hint: 'Use plfts or wfts for words as people type them.',
    cause,
  })
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  return status === 503 ? { 'retry-after': '1' } : {}
}

/** Failures of the server itself. Their messages name files and memory, so only the log contains them. */
function isInternal(code: string): boolean {
  return code.startsWith('XX') || code.startsWith('58') || code.startsWith('F0') || code.startsWith('53')
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
  // Deadlock and serialization failure: a retry will succeed. PostgREST answers 500.
  '40001': 503,
  '40P01': 503,
}

const STATUS_BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  // Too complex: only the caller's own values are deep or long enough for that. PostgREST answers 500.
  '54': 400,
  '55': 500,
  '57': 500,
  // Files of the database are gone or damaged. PostgREST answers 500 for these and for XX.
  '58': 503,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 503,
}

function statusOf({ code, message }: PostgresFailure, role: DatabaseRole): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (code === '21000' && isCallersCardinality(message)) return 400
  const raised = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (raised !== undefined) return Number(raised)
  if (code.startsWith('PT')) return 500
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400
}

/**
 * Whether a cardinality violation is the caller's: an unfiltered write that `safeupdate` refuses, or an upsert with the
 * same key twice. PostgREST answers the latter with 500.
 */
function isCallersCardinality(message: string): boolean {
  return message.endsWith('requires a WHERE clause') || message.startsWith('ON CONFLICT DO UPDATE command')
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
})

/** `raise sqlstate 'PGRST'`: the function decides about the whole response, in JSON. */
function raisedInFull({ message, detail }: PostgresFailure, cause: unknown): ApiError {
  const said = raisedMessage.safeParse(jsonOrUndefined(message))
  const decided = raisedDetail.safeParse(jsonOrUndefined(detail ?? ''))
  if (said.success && decided.success && areHeaders(decided.data.headers)) {
    return new ApiError({ ...said.data, ...decided.data, cause })
  }
  return new ApiError({
    status: 500,
    code: 'PGRST121',
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details: said.success ? wrongDetail(detail) : `Invalid JSON value for MESSAGE: '${message}'`,
    hint: said.success
      ? "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
      : "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    cause,
  })
}

function wrongDetail(detail: string | null): string {
  return detail === null
    ? 'DETAIL is missing in the RAISE statement'
    : `Invalid JSON value for DETAIL: '${detail}'`
}

/** False for names and values that HTTP cannot carry. */
function areHeaders(headers: Record<string, string>): boolean {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
