import { AccessError, NotSignedIn } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { MailAccess, TypedPassword } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import type { Page } from './page.ts'

const linkType = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'])

const linkFacts = z.object({
  user: z.object({ id: z.string(), email: z.string() }),
  new_email: z._default(z.nullable(z.string()), null),
  needed: z._default(z.enum(['nothing', 'password', 'session']), 'nothing'),
})

/** The link of a mail about a change of the account's security; the official client does not know it. */
const UNDO = 'undo'
const newSession = z.object({ access_token: z.string(), refresh_token: z.string() })

/** A session, or a message that the other mailbox has still to confirm. */
const changeAnswer = z.object({
  access_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
})

interface LinkOptions {
  askAuth: AskAuth
  connect: Connect
  page: Page
}

/** The links of mails: looking at them, and redeeming them with what proves more than the mailbox. */
export function createLinkAccess({
  askAuth,
  connect,
  page,
}: LinkOptions): Pick<MailAccess, 'inspectLink' | 'confirm'> {
  /** Sends what the official client has no call for. */
  const post = (path: string, body: object, accessToken?: string) =>
    askAuth(async () => {
      const { sendToAuth } = await connect()
      return answerOf(await sendToAuth('POST', path, accessToken, body).catch(() => null))
    })

  /** In the session of the account, which the official client would not send along. */
  async function confirmChange(token_hash: string) {
    const { session: own } = await askAuth((auth) => auth.getSession())
    if (!own) throw new NotSignedIn(phrase('Your session has ended. Please sign in again.'))
    const answer = await post('/verify', { token_hash, type: 'email_change' }, own.access_token)
    const { access_token, refresh_token } = changeAnswer.parse(answer)
    if (!access_token || !refresh_token) return 'email-change-pending'
    await askAuth((auth) => auth.setSession({ access_token, refresh_token }))
    return 'signed-in'
  }

  return {
    async inspectLink({ tokenHash: token_hash, type }) {
      const facts =
        type === UNDO
          ? await post('/security-changes/peek', { token_hash })
          : await post('/verify/peek', { token_hash, type, ...verifierOf(page) }).catch(unlessUnknown)
      const { user, new_email: newEmail, needed } = linkFacts.parse(facts)
      return { person: user.id ? user : null, newEmail, needed }
    },

    async confirm({ tokenHash: token_hash, type }, typed, options) {
      if (type === UNDO) {
        const session = newSession.parse(
          await post('/security-changes/undo', {
            token_hash,
            keep_programs: options?.keepsPrograms ?? false,
          }),
        )
        await askAuth((auth) => auth.setSession(session))
        return 'signed-in'
      }
      const link = linkType.safeParse(type)
      if (!link.success) throw new AccessError(phrase('This link is not from Cairn.'), { kind: 'invalid' })
      if (link.data === 'email_change') return confirmChange(token_hash)
      const proof = { token_hash, type: link.data, ...verifierOf(page), ...passwordOf(typed) }
      const redeemed = await askAuth((auth) => auth.verifyOtp(proof))
      if (redeemed.session) return 'signed-in'
      throw new AccessError(phrase('An error occurred on token verification.'), { kind: 'invalid' })
    },
  }
}

const refusal = z.object({
  msg: z.catch(z.string(), ''),
  error_code: z.catch(z.nullable(z.string()), null),
})

/** The answer in the shape of the official client's; null where there was none. */
async function answerOf(response: Response | null) {
  const data: unknown = await response?.json().catch(() => null)
  if (response?.ok) return { data, error: null }
  const { msg, error_code: code } = refusal.parse(data ?? {})
  const error = Object.assign(new Error(msg), { name: 'AuthApiError', status: response?.status ?? 0, code })
  return { data: null, error }
}

/** Where the server has no such address (hosted Supabase) nothing is known, and a link needs what it always needed. */
function unlessUnknown(error: unknown) {
  if (error instanceof AccessError && error.kind === 'not-found') {
    return { user: { id: '', email: '' }, new_email: null, needed: 'nothing' }
  }
  throw error
}

/**
 * Shows that this browser asked for the mail. The official client keeps its verifier as JSON, with the purpose behind a
 * slash.
 */
function verifierOf(page: Page): { code_verifier?: string } {
  const verifier = /^"([\w.~-]+)(?:\/\w+)?"$/.exec(page.codeVerifier() ?? '')?.[1]
  return verifier === undefined ? {} : { code_verifier: verifier }
}

function passwordOf(typed: TypedPassword | null): { password?: string; new_password?: string } {
  if (typed === null) return {}
  return typed.kind === 'new' ? { new_password: typed.password } : { password: typed.password }
}
