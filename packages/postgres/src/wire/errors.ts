import postgres from 'postgres'

/** The database cannot be reached or has no connection to spare. The caller answers 503 and may retry. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly retryAfterSeconds: number
  /** True where the work was committed, and only the standby that it waited for does not have it. */
  readonly mayBeDone: boolean

  constructor(
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; mayBeDone?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.mayBeDone = options.mayBeDone ?? false
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
  }
}

/** Cairn cannot run on the database. The message tells the operator what to change. */
export class UnsuitableDatabase extends Error {
  override name = 'UnsuitableDatabase'
}

/** The error of Postgres for a refused statement. `code` is the five-letter SQLSTATE. */
export interface PostgresFailure {
  code: string
  message: string
  detail: string | null
  hint: string | null
  constraint: string | null
  table: string | null
  schema: string | null
  /** The functions and statements in which it failed, beside the caller's own; null where there are none. */
  context: string | null
  /** Whether a function refused it by a statement of its own. */
  isRaised: boolean
}

/** Reads an error thrown by the driver; null when it was not raised by Postgres. */
export function postgresFailure(error: unknown): PostgresFailure | null {
  if (!(error instanceof postgres.PostgresError)) return null
  return {
    code: error.code,
    message: error.message,
    detail: error.detail ?? null,
    hint: error.hint ?? null,
    constraint: error.constraint_name ?? null,
    table: error.table_name ?? null,
    schema: error.schema_name ?? null,
    context: error.where ?? null,
    isRaised: error.routine === 'exec_stmt_raise',
  }
}

/** Creates an error with a code, like those of the system and the driver. */
export function coded(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

/** Creates the error for a statement whose connection ended before its response came. */
export function connectionClosed(cause?: Error): Error {
  return coded('CONNECTION_CLOSED', 'The connection was closed', cause)
}

/** No connection was opened in time. */
export const CONNECT_TIMEOUT = 'CONNECT_TIMEOUT'

/** Codes of driver and system for a missing response: the statement may or may not have run. */
const LOST_CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  CONNECT_TIMEOUT,
  'EADDRNOTAVAIL',
  'EAGAIN',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'NO_STANDBY',
  'STANDBY',
])

/**
 * Whether the server asks for a later retry with this SQLSTATE: connection failures (08), insufficient resources (53,
 * except 53400: that limit is the same at the next attempt), lock and idle time-outs, shutdown and start-up
 * (57P01–57P05).
 */
function asksToTryLater(code: string): boolean {
  return (
    code.startsWith('08') ||
    (code.startsWith('53') && code !== '53400') ||
    code.startsWith('57P') ||
    code === '55P03' ||
    code === '25P03' ||
    code === '25P04'
  )
}

/**
 * Codes with which OpenSSL refuses a certificate. Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const REFUSED_CERTIFICATE = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * True when no encrypted connection was opened: the certificate was refused, or the two sides have no common protocol.
 */
export function isTlsFailure(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  const { code } = error
  return REFUSED_CERTIFICATE.has(code) || code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_')
}

/** True when the connection itself is gone, so that it must not go back into the pool. */
export function isLostConnection(error: unknown): boolean {
  if (isTlsFailure(error)) return true
  if (!(error instanceof Error)) return false
  if (error instanceof postgres.PostgresError)
    return error.code.startsWith('57P') || error.code.startsWith('08')
  return 'code' in error && typeof error.code === 'string' && LOST_CONNECTION.has(error.code)
}

/** SQLSTATE of a write in a transaction that may only read. */
export const READ_ONLY = '25006'

/** A write was refused although its transaction was not read-only: the whole database is. */
export function databaseTakesNoWrites(cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database takes no writes.', { cause })
}

/**
 * The parts of Postgres that manage its files. When the system refuses them access (a disk that has become read-only,
 * files that have another owner), they report it with the SQLSTATE of a user who lacks a right.
 */
const KEEPERS_OF_FILES = new Set([
  'buffile.c',
  'copydir.c',
  'fd.c',
  'fileset.c',
  'md.c',
  'relmapper.c',
  'slru.c',
  'storage.c',
  'xlog.c',
  'xlogutils.c',
])

function isFileRefused({ code, file }: postgres.PostgresError): boolean {
  return code === '42501' && KEEPERS_OF_FILES.has(file)
}

/** SQLSTATE of a disk that fails: the failure is ours, and mostly temporary. */
const DISK_FAILED = '58030'

/**
 * Turns every error that means "no connection", "too busy", "shutting down", "its disk fails or takes no writes" or "files of
 * the server are gone or damaged" (58, XX: an operator is at work, or has to be) into {@link DatabaseUnavailable}; returns
 * others as they are.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (isLostConnection(error))
    return new DatabaseUnavailable('The database cannot be reached.', { cause: error })
  if (!(error instanceof postgres.PostgresError)) return error
  if (isFileRefused(error)) return databaseTakesNoWrites(error)
  if (error.code === DISK_FAILED)
    return new DatabaseUnavailable('The disk of the database fails.', { cause: error })
  if (/^(?:58|XX)/.test(error.code))
    return new DatabaseUnavailable('The database is not whole.', { cause: error })
  if (asksToTryLater(error.code))
    return new DatabaseUnavailable('The database is too busy to answer.', { cause: error })
  return error
}

/** More work is waiting than can be done in time. The caller answers 503 and may try again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds = 1) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
