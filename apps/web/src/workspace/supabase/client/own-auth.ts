import { NotSignedIn } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import type { Connect } from './client.ts'
import { accessFailure, unexpectedAnswer } from './failures.ts'

const refusal = z.object({
  msg: z.catch(z.string(), ''),
  error_code: z.catch(z.nullable(z.string()), null),
  request_id: z.catch(z.nullable(z.string()), null),
})

type AuthMethod = 'GET' | 'POST' | 'DELETE'

/**
 * Sends a request of our own addition to the auth protocol, for which the official client has no call.
 * @throws AccessError for every failure, NotSignedIn without a session.
 */
export async function askOwnAuth<Schema extends z.ZodMiniType>(
  connect: Connect,
  [method, path]: readonly [AuthMethod, string],
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const client = await connect()
  const { data } = await client.supabase.auth.getSession()
  if (!data.session) throw new NotSignedIn(phrase('Your session has ended. Please sign in again.'))
  const response = await client
    .sendToAuth(method, path, data.session.access_token, body)
    .catch((cause: unknown) => {
      throw accessFailure({ name: 'AuthRetryableFetchError', message: String(cause), status: 0 }, null)
    })
  return readAnswer(response, schema)
}

/** The body of an answer of the auth server. @throws AccessError */
export async function readAnswer<Schema extends z.ZodMiniType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refused(response.status, body)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw unexpectedAnswer(parsed.error)
  return parsed.data
}

function refused(status: number, body: unknown) {
  const parsed = refusal.safeParse(body)
  const {
    msg,
    error_code: code,
    request_id: requestId,
  } = parsed.success ? parsed.data : { msg: '', error_code: null, request_id: null }
  return accessFailure({ name: 'AuthApiError', message: msg, status, code }, requestId)
}
