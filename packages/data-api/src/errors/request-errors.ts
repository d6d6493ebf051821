import { ApiError } from './api-error.ts'

/**
 * Codes and messages for requests that cannot be understood or fulfilled, whatever the database contains (PGRST1xx).
 */

interface Unreadable {
  /** The part of the request. */
  what: string
  text: string
  /** The position from which on the text cannot be read. */
  position: number
  /** The number of characters before the text that count in the position, too. */
  before: number
  /** The expected input at that position. */
  expected: string
  /** The quotes around the unexpected character: PostgREST uses single quotes where the text should have ended. */
  quote?: '"' | "'"
}

export function unreadable(place: Unreadable): ApiError {
  const { what, text, position, before, expected, quote = '"' } = place
  const next = text.codePointAt(position)
  const shown = JSON.stringify(String.fromCodePoint(next ?? 0)).slice(1, -1)
  const found = next === undefined ? 'end of input' : `${quote}${shown}${quote}`
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${what} (${shortened(text)})" (line 1, column ${before + position + 1})`,
    details: `unexpected ${found} expecting ${expected}`,
  })
}

const SHOWN = 200

function shortened(text: string): string {
  // A cut in the middle of a surrogate pair would not be valid text.
  return text.length > SHOWN ? `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** The request exceeds one of the limits (see `LIMITS`); `limit` names it. */
export function tooComplex(limit: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: 'The request is too complex',
    details: limit,
  })
}

export function badCharacters(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: 'The URL holds bytes that are not UTF-8 text, or a NUL character',
  })
}

export function urlTooLong(): ApiError {
  return new ApiError({ status: 414, code: 'PGRST100', message: 'The URL is too long' })
}

export function methodNotForFunctions(method: string): ApiError {
  return new ApiError({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  })
}

export function invalidBody(message: string): ApiError {
  return new ApiError({ status: 400, code: 'PGRST102', message })
}

export function bodyTooLarge(): ApiError {
  return new ApiError({ status: 413, code: 'PGRST102', message: 'The request body is too large' })
}

/** Not in PostgREST, which would write the rows until the statement times out. */
export function tooManyRows(most: number): ApiError {
  return new ApiError({
    status: 413,
    code: 'PGRST102',
    message: `A request writes at most ${most} rows`,
    hint: 'Send them in several requests.',
  })
}

function rangeError(details: string): ApiError {
  return new ApiError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
  })
}

export function negativeLimit(): ApiError {
  return rangeError('Limit should be greater than or equal to zero.')
}

export function emptyRange(): ApiError {
  return rangeError(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  )
}

export function beyondLastRow(offset: number, total: number): ApiError {
  return rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`)
}

export function numberOutOfRange(text: string): ApiError {
  return new ApiError({
    status: 400,
    code: '22003',
    message: `value "${shortened(text)}" is out of range for type bigint`,
  })
}

export function notByPrimaryKey(): ApiError {
  return new ApiError({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  })
}

export function noRangeForPut(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  })
}

export function otherPrimaryKey(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  })
}

/** Not in PostgREST, which would send the response, however much memory it takes. */
export function answerTooLarge(): ApiError {
  return new ApiError({
    status: 413,
    code: '54000',
    message: 'The answer is too large',
    hint: 'Ask for fewer rows or columns, or for a page at a time with limit and offset.',
  })
}

/** Not in PostgREST, which would read the rows until the statement times out. */
export function tooManyEmbeddedRows(): ApiError {
  return new ApiError({
    status: 400,
    code: '54000',
    message: 'The request reads too many rows of embedded resources',
    hint: 'Read the resource that many rows share in a request of its own.',
  })
}

export function schemaNotExposed(schema: string, exposed: readonly string[]): ApiError {
  return new ApiError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${shortened(schema)}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

export function mediaTypeNotAvailable(accepted: readonly string[]): ApiError {
  return new ApiError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${shortened(accepted.join(', '))}`,
  })
}

export function notEmbedded(name: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

export function badResponseHeaders(cause?: unknown): ApiError {
  return new ApiError({
    status: 500,
    code: 'PGRST111',
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    cause,
  })
}

export function badResponseStatus(): ApiError {
  return new ApiError({
    status: 500,
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  })
}

export function notASingleRow(rows: number): ApiError {
  return new ApiError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })
}

export function methodNotSupported(method: string): ApiError {
  return new ApiError({
    status: 405,
    code: 'PGRST117',
    message: `Unsupported HTTP method: ${shortened(method)}`,
  })
}

export function orderByManyRows(origin: string, target: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

export function filterOnEmbedded(name: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${name}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

export function unknownPreferences(preferences: readonly string[]): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${shortened(preferences.join(', '))}`,
  })
}

/** Aggregates are off unless the options of `createDataApi` turn them on. */
export function aggregatesAreOff(): ApiError {
  return new ApiError({ status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
}

export function tooManyAffected(rows: number): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  })
}

export function noSuchPath(): ApiError {
  return new ApiError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
}

export function noAggregatesOfLists(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}

export function maxAffectedNeedsRows(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })
}

/** Not in PostgREST, which has no such keys. */
export function badIdempotencyKey(longest: number): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: 'The Idempotency-Key cannot be read',
    details: `It has 1 to ${longest} visible characters of ASCII without blanks, or is such a text in double quotes.`,
    hint: 'Send a new UUID for each thing to do, and the same one when you repeat it.',
  })
}

/** Not in PostgREST, which has no such keys. */
export function nobodysIdempotencyKey(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: 'An Idempotency-Key is kept for a person or a token, and this request has neither',
    hint: 'Send an access token, or leave the key out.',
  })
}

/** Hosted Supabase loads the `safeupdate` extension, which has this message for a write without a filter. */
export function needsFilter(verb: 'UPDATE' | 'DELETE'): ApiError {
  return new ApiError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` })
}
