import type { AuthError, User } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import { AccessError } from '../errors.ts'
import type { Access, Person, SignUpInput } from '../port.ts'
import { createAnnouncer } from './announcer.ts'
import { ask } from './ask.ts'
import type { Connect, ServiceClient } from './client.ts'
import { accessFailure } from './failures.ts'
import { logSuccessfulLogin, recordFailedLogin, refuseWhenRateLimited } from './login-attempts.ts'
import { once } from './once.ts'
import { isSignInCallback, type Page } from './page.ts'

const domainAnswer = z.object({ blacklisted: z.boolean(), first: z.boolean() })
const mailLink = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'])
const metadata = z.object({
  name: z.catch(z.nullable(z.string()), null),
  avatar_url: z.catch(z.nullable(z.string()), null),
})

interface AccessOptions {
  connect: Connect
  page: Page
}

/** Signing up, in and out with the official client. It is loaded only when there is something for it to do. */
export function createAccess({ connect, page }: AccessOptions): Access {
  const announcer = createAnnouncer()
  const listening = once(async () => {
    const client = await connect()
    client.supabase.auth.onAuthStateChange((_event, session) =>
      announcer.hear(session ? personOf(session.user) : null),
    )
    return client
  })
  const mailLinksLeadTo = () => `${page.url().origin}/`

  const ready = () =>
    listening().catch((error: unknown) => {
      throw accessFailure(error, null)
    })

  async function restore(): Promise<Person | null> {
    if (!page.hasSession() && !isSignInCallback(page.url())) return null
    const client = await ready()
    const { data, error } = await client.supabase.auth.getSession()
    if (error) throw failed(client, error)
    return data.session ? personOf(data.session.user) : null
  }

  page.onSessionChange(() => {
    listening().catch((error: unknown) => logFailure('following a sign-in of another tab', error))
  })

  return {
    async restore() {
      const person = await restore().catch((error: unknown) => {
        logFailure('restoring the session', error)
        return null
      })
      announcer.startFrom(person)
      return person
    },

    onChange: announcer.listen,

    async signIn({ email, password }) {
      await refuseWhenRateLimited(connect, email)
      const client = await ready()
      const { data, error } = await client.supabase.auth.signInWithPassword({ email, password })
      if (error) {
        if (error.name === 'AuthApiError') recordFailedLogin(connect, email)
        throw failed(client, error)
      }
      logSuccessfulLogin(connect, email)
      return personOf(data.user)
    },

    async signUp(input) {
      const client = await ready()
      const options = { emailRedirectTo: mailLinksLeadTo(), data: signUpMetadata(input) }
      const { email, password } = input
      const { error } = await client.supabase.auth.signUp({ email, password, options })
      if (error) throw failed(client, error)
    },

    async signOut() {
      const client = await ready()
      const { error } = await client.supabase.auth.signOut({ scope: 'local' })
      if (error) throw failed(client, error)
    },

    domainStatus: (domain) =>
      ask(
        connect,
        (supabase) => supabase.rpc('signup_domain_status', { domain_param: domain }),
        domainAnswer,
      ),

    async confirm({ tokenHash, type }) {
      const client = await ready()
      const link = mailLink.safeParse(type)
      if (!link.success) throw new AccessError('This link is not one of ours.', { kind: 'invalid' })
      const { data, error } = await client.supabase.auth.verifyOtp({ token_hash: tokenHash, type: link.data })
      if (error) throw failed(client, error)
      if (!data.user) throw new AccessError('This link did not sign you in.', { kind: 'invalid' })
      return personOf(data.user)
    },

    async resendConfirmation(email) {
      const client = await ready()
      const options = { emailRedirectTo: mailLinksLeadTo() }
      const { error } = await client.supabase.auth.resend({ type: 'signup', email, options })
      if (error) throw failed(client, error)
    },
  }
}

/** What a sign-up says about the person. The server takes the names from it, and nothing else. */
function signUpMetadata({ firstName, lastName, accountName }: SignUpInput) {
  return {
    name: `${firstName} ${lastName}`.trim(),
    first_name: firstName,
    last_name: lastName,
    is_first_domain_user: accountName !== null,
    ...(accountName === null ? {} : { account_name: accountName }),
  }
}

function personOf(user: User): Person {
  const { name, avatar_url: avatarUrl } = metadata.parse(user.user_metadata)
  return { id: user.id, email: user.email ?? '', name, avatarUrl }
}

function failed(client: ServiceClient, error: AuthError): AccessError {
  return accessFailure(error, client.lastAuthFailure())
}
