/** Calls a procedure of the database on behalf of the request's sender. Refusals are responses too. */
export type CallProcedure = (name: string, args: Readonly<Record<string, unknown>>) => Promise<Response>

/**
 * A server function: a request in, an answer out, and the database between. It knows no environment, so any runtime
 * with the fetch standard can run it.
 */
export type ServerFunction = (request: Request, call: CallProcedure) => Promise<Response>

/**
 * The server function that takes texts out of its JSON payload and hands them to a procedure, which decides everything.
 *
 *     callsProcedure('validate_invitation', { token_param: 'token' })
 */
export function callsProcedure(name: string, fields: Readonly<Record<string, string>>): ServerFunction {
  return async (request, call) => {
    const payload = await payloadOf(request, MAX_BODY_LENGTH)
    if (payload instanceof Response) return payload
    const args: Record<string, string> = {}
    for (const [parameter, field] of Object.entries(fields)) {
      const value = payload.get(field)
      if (!isStorableText(value)) return invalidPayload(`${field} must be a text of 1 to 1,000 characters.`)
      args[parameter] = value
    }
    return answerOf(await call(name, args))
  }
}

/** A refusal in the shape of Supabase's own; of one of the database, `details` names it. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  details?: string,
): Response {
  return Response.json({ code, message, details }, { status, headers })
}

const MAX_BODY_LENGTH = 10_000
const MAX_TEXT_LENGTH = 1_000
/** The characters that no text of Postgres can hold: NUL, and halves of a UTF-16 pair. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u

/** The refusal of an invalid payload, with the fault in a sentence. */
export function invalidPayload(message: string): Response {
  return refusal(400, 'INVALID_PAYLOAD', message)
}

/** The fields of the JSON object in a request, or the refusal of another body. */
export async function payloadOf(
  request: Request,
  maxLength: number,
): Promise<ReadonlyMap<string, unknown> | Response> {
  if (request.method !== 'POST')
    return refusal(405, 'METHOD_NOT_ALLOWED', 'This function is called with POST.', { allow: 'POST' })
  const payload = parse(await request.text(), maxLength)
  return typeof payload === 'string' ? invalidPayload(payload) : payload
}

function isStorableText(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(value)
  )
}

/** The fields of a JSON object, or a sentence about why the text is none. */
function parse(body: string, maxLength: number): Map<string, unknown> | string {
  if (body.length > maxLength)
    return `The body must have at most ${maxLength.toLocaleString('en-US')} characters.`
  try {
    const value: unknown = JSON.parse(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new Map(Object.entries(value)) : 'The body must be a JSON object.'
  } catch {
    return 'The body must be JSON.'
  }
}

/** Passes on the answer of a procedure; of a refusal only its status, code, sentence and name. */
async function answerOf(answer: Response): Promise<Response> {
  if (!answer.ok) return refusalOf(answer)
  return new Response(await answer.text(), { headers: { 'content-type': 'application/json' } })
}

/** The refusal of a procedure: its status, code, sentence, and its name with parameters. */
export async function refusalOf(answer: Response): Promise<Response> {
  const { code, message, details } = failureIn(await answer.text())
  const retryAfter = answer.headers.get('retry-after')
  return refusal(
    answer.status,
    code,
    // Postgres names the procedure; people need to know the remedy.
    answer.status === 401 && code === '42501' ? 'You are not signed in.' : message,
    retryAfter === null ? {} : { 'retry-after': retryAfter },
    details,
  )
}

interface Failure {
  code: string
  message: string
  /** Absent in what Postgres refuses by itself, whose details may tell of rows. */
  details?: string
}

const UNREADABLE: Failure = { code: 'UNEXPECTED', message: 'The database could not be asked.' }
/** The name of a refusal, and its parameters behind a blank. */
const NAMED = /^[a-z_]+\.[a-z_]+(?: \{.*\})?$/

function failureIn(text: string): Failure {
  try {
    const { code, message, details } = Object(JSON.parse(text))
    if (typeof code !== 'string' || typeof message !== 'string') return UNREADABLE
    return typeof details === 'string' && NAMED.test(details) ? { code, message, details } : { code, message }
  } catch {
    return UNREADABLE
  }
}
