/** Calls a procedure of the database on behalf of whoever sent the request. Refusals are responses too. */
export type CallProcedure = (name: string, args: Readonly<Record<string, string>>) => Promise<Response>

/**
 * A server function: a request in, an answer out, and the database between. It knows no environment, so whatever speaks
 * the fetch standard can run it.
 */
export type ServerFunction = (request: Request, call: CallProcedure) => Promise<Response>

/**
 * The server function that takes texts out of its JSON payload and hands them to a procedure, which decides everything.
 *
 *     callsProcedure('validate_invitation', { token_param: 'token' })
 */
export function callsProcedure(name: string, fields: Readonly<Record<string, string>>): ServerFunction {
  return async (request, call) => {
    if (request.method !== 'POST')
      return refusal(405, 'METHOD_NOT_ALLOWED', 'This function is called with POST.', { allow: 'POST' })
    const payload = parse(await request.text())
    if (typeof payload === 'string') return refusal(400, 'INVALID_PAYLOAD', payload)
    const args: Record<string, string> = {}
    for (const [parameter, field] of Object.entries(fields)) {
      const value = payload.get(field)
      if (!isStorableText(value))
        return refusal(400, 'INVALID_PAYLOAD', `${field} must be a text of 1 to 1,000 characters.`)
      args[parameter] = value
    }
    return answerOf(await call(name, args))
  }
}

/** A refusal in the shape of Supabase's own. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ code, message }, { status, headers })
}

const MAX_BODY_LENGTH = 10_000
const MAX_TEXT_LENGTH = 1_000
/** What no text of Postgres can hold: NUL, and halves of a UTF-16 pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

function isStorableText(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(value)
  )
}

/** The fields of a JSON object, or a sentence that says why it is none. */
function parse(body: string): Map<string, unknown> | string {
  if (body.length > MAX_BODY_LENGTH) return 'The body must have at most 10,000 characters.'
  try {
    const value: unknown = JSON.parse(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new Map(Object.entries(value)) : 'The body must be a JSON object.'
  } catch {
    return 'The body must be JSON.'
  }
}

/** Hands on what a procedure answered; of a refusal its status, code and sentence. */
async function answerOf(answer: Response): Promise<Response> {
  const text = await answer.text()
  if (answer.ok) return new Response(text, { headers: { 'content-type': 'application/json' } })
  const { code, message } = failureIn(text)
  const retryAfter = answer.headers.get('retry-after')
  return refusal(
    answer.status,
    code,
    // Postgres names the procedure; people want to know what to do.
    answer.status === 401 && code === '42501' ? 'You are not signed in.' : message,
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  )
}

const UNREADABLE = { code: 'UNEXPECTED', message: 'The database could not be asked.' }

function failureIn(text: string): { code: string; message: string } {
  try {
    const { code, message } = Object(JSON.parse(text))
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : UNREADABLE
  } catch {
    return UNREADABLE
  }
}
