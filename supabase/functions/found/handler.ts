import {
  invalidPayload,
  payloadOf,
  refusal,
  refusalOf,
  type ServerFunction,
  UNSTORABLE,
} from '../_shared/server-function.ts'

const MAX_BODY_LENGTH = 1024 * 1024
const MAX_RECORDS = 1000
/** Any other credential that is sent by mistake never reaches the database. */
const KEY = /^bearer (cairn_src_\w{1,100})$/i
const FIELDS: ReadonlySet<string> = new Set(['kind', 'records'])

/**
 * Accepts the records that a script discovered. The request has the key of its source in place of an access token, and
 * the answer only counts; the procedure knows the fields and decides about each record.
 */
export const takeInFound: ServerFunction = async (request, call) => {
  const payload = await payloadOf(request, MAX_BODY_LENGTH)
  if (payload instanceof Response) return payload
  const key = KEY.exec(request.headers.get('authorization') ?? '')?.[1]
  if (key === undefined)
    return refusal(401, 'NO_SOURCE_KEY', 'Send the key of a source: Authorization: Bearer cairn_src_…')
  const problem = problemWith(payload)
  if (problem !== null) return invalidPayload(problem)
  const answer = await call('push_found', {
    key,
    kind: payload.get('kind'),
    records: payload.get('records'),
  })
  if (!answer.ok) return refusalOf(answer)
  return new Response(await answer.text(), { headers: { 'content-type': 'application/json' } })
}

/** The fault in the shape of a payload, with the first record that has it. */
function problemWith(payload: ReadonlyMap<string, unknown>): string | null {
  const unknown = [...payload.keys()].find((name) => !FIELDS.has(name))
  if (unknown !== undefined) return `There is no field ${JSON.stringify(unknown.slice(0, 100))}.`
  const kind = payload.get('kind')
  if (typeof kind !== 'string' || kind.length > 100 || UNSTORABLE.test(kind)) return 'kind must be a text.'
  const records = payload.get('records')
  if (!Array.isArray(records) || records.length > MAX_RECORDS)
    return 'records must be a list of at most 1,000 records.'
  for (const [index, record] of records.entries()) {
    const problem = problemOf(record)
    if (problem !== null) return `Record ${index + 1}: ${problem}`
  }
  return null
}

/** The fault of a record that Postgres could not even read; the procedure judges all others. */
function problemOf(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'must be an object.'
  for (const [name, value] of Object.entries(record)) {
    const shown = JSON.stringify(name.slice(0, 100))
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (Array.isArray(value) ? texts.some((text) => typeof text !== 'string') : Object(value) === value)
      return `${shown} must be a text, a number, yes or no, or a list of texts.`
    if ([name, ...texts].some((text) => typeof text === 'string' && UNSTORABLE.test(text)))
      return `${shown} has characters that are none.`
  }
  return null
}
