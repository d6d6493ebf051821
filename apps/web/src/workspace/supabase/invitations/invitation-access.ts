import { AccessError, NotSignedIn } from '@cairn/workspace/errors'
import { asPhrase, phrase } from '@cairn/workspace/lib/phrase'
import type { InvitationAccess } from '@cairn/workspace/port/invitation-access'
import { z } from 'zod/mini'
import { ask, heedRefusal } from '../client/ask.ts'
import type { Connect, ServiceClient } from '../client/client.ts'
import { accessFailure, unexpectedAnswer } from '../client/failures.ts'

const LOGGED_OUT = phrase('You must be logged in to accept an invitation.')

const factsAnswer = z.object({
  valid: z.boolean(),
  reason: z.nullable(z.string()),
  account_name: z.nullable(z.string()),
  inviter_name: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
})
const recipientAnswer = z.nullable(z.object({ mine: z.boolean(), sent_to: z.string() }))
const acceptAnswer = z.object({
  success: z.boolean(),
  account_name: z.nullable(z.string()),
  error: z.catch(z.nullable(z.string()), null),
})
const refusal = z.object({ code: z.catch(z.string(), ''), message: z.catch(z.string(), '') })

/** Invitations for those who follow their links, through the two server functions. */
export function createInvitationAccess(connect: Connect): InvitationAccess {
  return {
    async inspect(token) {
      const facts = await callFunction(connect, ['validate-invitation', { token }], factsAnswer)
      if (!facts.valid || facts.expires_at === null) return { valid: false, reason: facts.reason ?? '' }
      return {
        valid: true,
        accountName: facts.account_name ?? '',
        inviterName: facts.inviter_name,
        expiresAt: new Date(facts.expires_at),
      }
    },

    needsSso: (token) =>
      ask(
        connect,
        (supabase) => supabase.rpc('is_invited_by_single_sign_on', { token_param: token }),
        z.boolean(),
      ),

    async recipient(token) {
      const found = await ask(
        connect,
        (supabase) => supabase.rpc('get_invitation_recipient', { token_param: token }),
        recipientAnswer,
      )
      return found && { isMine: found.mine, sentTo: found.sent_to }
    },

    async accept(token, userEmail) {
      const { supabase } = await connect()
      const { data } = await supabase.auth.getSession()
      if (!data.session) throw new NotSignedIn(LOGGED_OUT)
      const { success, account_name, error } = await callFunction(
        connect,
        ['accept-invitation', { token, userEmail }],
        acceptAnswer,
      )
      if (!success) throw new AccessError(asPhrase(error ?? ''), { kind: 'refused' })
      return account_name ?? ''
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
    const { code, message } = refusal.safeParse(answer).data ?? { code: null, message: '' }
    throw accessFailure({ name: 'AuthApiError', message, status, code }, null)
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
