import { AccessError, NotSignedIn } from '@cairn/workspace/errors'
import { asPhrase, phrase } from '@cairn/workspace/lib/phrase'
import type { InvitationAccess } from '@cairn/workspace/port/invitation-access'
import { z } from 'zod/mini'
import { ask, askJson, heedRefusal } from '../client/ask.ts'
import type { Connect, ServiceClient } from '../client/client.ts'
import { accessFailure, unexpectedAnswer } from '../client/failures.ts'
import { refusalText } from '../client/refusal-text.ts'
import { moment, renamed } from '../rows/renamed.ts'

const LOGGED_OUT = phrase('You must be logged in to accept an invitation.')

const factsAnswer = renamed({
  valid: z.boolean(),
  reason: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  inviterName: z.nullable(z.string()),
  expiresAt: z.nullable(moment),
})
const recipientAnswer = z.nullable(renamed({ mine: z.boolean(), sentTo: z.string() }))
const acceptAnswer = renamed({
  success: z.boolean(),
  accountName: z.nullable(z.string()),
  error: z.catch(z.nullable(z.string()), null),
  refusal: refusalText,
})
const failure = z.object({
  code: z.catch(z.string(), ''),
  message: z.catch(z.string(), ''),
  details: z.catch(refusalText, null),
})

const NO_FAILURE = { code: null, message: '', details: null }

/** Invitations for those who follow their links, through the two server functions. */
export function createInvitationAccess(connect: Connect): InvitationAccess {
  return {
    async inspect(token) {
      const answer = await callFunction(connect, ['validate-invitation', { token }], factsAnswer)
      const { valid, reason, accountName, inviterName, expiresAt } = answer
      if (!valid || expiresAt === null) return { valid: false, reason: reason ?? '' }
      return { valid, accountName: accountName ?? '', inviterName, expiresAt }
    },

    needsSso: (token) =>
      ask(connect, (supabase) => supabase.rpc('is_invited_by_single_sign_on', { token_param: token })),

    async recipient(token) {
      const found = await askJson(
        connect,
        (supabase) => supabase.rpc('get_invitation_recipient', { token_param: token }),
        recipientAnswer,
      )
      return found && { isMine: found.mine, sentTo: found.sentTo }
    },

    async accept(token, userEmail) {
      const { supabase } = await connect()
      const { data } = await supabase.auth.getSession()
      if (!data.session) throw new NotSignedIn(LOGGED_OUT)
      const { success, accountName, error, refusal } = await callFunction(
        connect,
        ['accept-invitation', { token, userEmail }],
        acceptAnswer,
      )
      if (!success) throw new AccessError(asPhrase(error ?? ''), { kind: 'refused', refusal })
      return accountName ?? ''
    },
  }
}

/** Calls a server function. @throws AccessError, or NotSignedIn where the session of the caller is over. */
async function callFunction<Schema extends z.ZodMiniType>(
  connect: Connect,
  [name, body]: readonly [name: string, body: object],
  schema: Schema,
): Promise<z.output<Schema>> {
  const client = await connect()
  const first = await send(client, name, body)
  const { status, answer } = (await heedRefusal(client, first)) ? await send(client, name, body) : first
  if (status === 401) throw new NotSignedIn(LOGGED_OUT)
  if (status >= 400) {
    const { code, message, details } = failure.safeParse(answer).data ?? NO_FAILURE
    throw accessFailure({ name: 'AuthApiError', message, status, code }, null, details)
  }
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw unexpectedAnswer(parsed.error)
  return parsed.data
}

/** Returns the answer of a server function, whatever it is; `error` is the same answer where the function refuses. */
async function send(client: ServiceClient, name: string, body: object) {
  const response = await client.callFunction(name, body).catch((cause: unknown) => {
    throw accessFailure({ name: 'AuthRetryableFetchError', message: String(cause), status: 0 }, null)
  })
  const answer: unknown = await response.json().catch(() => null)
  return { status: response.status, answer, error: response.ok ? null : answer }
}
