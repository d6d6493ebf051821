import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import { AccessError } from '../errors.ts'
import type { Access, AccessRefusal, Arrival, MailAccess, SignUpInput } from '../port/access.ts'
import { type AskAuth, createAskAuth } from './access-client.ts'
import { createProviderAccess } from './access-providers.ts'
import { ask } from './ask.ts'
import type { Connect, ServiceAddress } from './client.ts'
import { logSuccessfulLogin, recordFailedLogin, refuseWhenRateLimited } from './login-attempts.ts'
import { once } from './once.ts'
import type { Page } from './page.ts'
import { createAnnouncer } from './session-events.ts'
import { arrivalOf } from './user-session.ts'

const domainAnswer = z.object({ blacklisted: z.boolean(), first: z.boolean() })

interface AccessOptions {
  connect: Connect
  page: Page
  service: ServiceAddress
}

/** Signing up, in and out with the official client. It is loaded only when there is something for it to do. */
export function createAccess({ connect, page, service }: AccessOptions): Access {
  const announcer = createAnnouncer()
  const listening = once(async () => {
    const client = await connect()
    client.supabase.auth.onAuthStateChange((_event, session) =>
      announcer.hear(session ? arrivalOf(session) : null),
    )
    return client
  })
  const askAuth = createAskAuth(listening)
  page.onSessionChange(() => {
    listening().catch((error: unknown) => logFailure('following a sign-in of another tab', error))
  })
  const { restore, takeRefusal } = createArrivals(askAuth, listening, page)
  return {
    async restore() {
      const arrival = await restore().catch((error: unknown) => {
        logFailure('restoring the session', error)
        return null
      })
      announcer.startFrom(arrival)
      return arrival
    },
    onChange: announcer.listen,
    takeRefusal,
    domainStatus: (domain) =>
      ask(
        connect,
        (supabase) => supabase.rpc('signup_domain_status', { domain_param: domain }),
        domainAnswer,
      ),
    ...createPasswordAccess(askAuth, connect, page),
    ...createFactorAccess(askAuth, connect),
    ...createLateMailAccess(askAuth, page),
    ...createProviderAccess(askAuth, page, service),
  }
}

/** How a session is found when the page opens: kept here, or brought by the address. */
function createArrivals(askAuth: AskAuth, listening: Connect, page: Page) {
  let refusal = page.takeRefusal()

  /** Why the code in the address did not become a session. It does not stay there. */
  async function failedCallback(): Promise<AccessRefusal> {
    page.leaveCallback()
    const { error } = await (await listening()).supabase.auth.initialize()
    return { code: error?.code ?? 'flow_state_not_found', description: error?.message ?? '' }
  }

  return {
    async restore(): Promise<Arrival | null> {
      const isCallback = page.isSignInCallback()
      if (!page.hasSession() && !isCallback) return null
      const { session } = await askAuth((auth) => auth.getSession())
      if (isCallback && session === null) refusal = await failedCallback()
      return session ? arrivalOf(session) : null
    },
    takeRefusal() {
      const taken = refusal
      refusal = null
      return taken
    },
  }
}

function createPasswordAccess(
  askAuth: AskAuth,
  connect: Connect,
  page: Page,
): Pick<Access, 'signIn' | 'signUp' | 'signOut' | 'setPassword'> {
  return {
    async signIn({ email, password }) {
      await refuseWhenRateLimited(connect, email)
      const { session } = await askAuth((auth) => auth.signInWithPassword({ email, password })).catch(
        (error: unknown) => {
          if (isRefusal(error)) recordFailedLogin(connect, email)
          throw error
        },
      )
      if (arrivalOf(session).askedFactors.length === 0) logSuccessfulLogin(connect, email)
    },
    async signUp(input) {
      const options = { emailRedirectTo: `${page.url().origin}/`, data: signUpMetadata(input) }
      const { email, password } = input
      await askAuth((auth) => auth.signUp({ email, password, options }))
    },
    async signOut() {
      await askAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'local' })) }))
    },
    async setPassword(password) {
      await askAuth((auth) => auth.updateUser({ password }))
    },
  }
}

function createFactorAccess(
  askAuth: AskAuth,
  connect: Connect,
): Pick<Access, 'challengeFactor' | 'showFactor'> {
  async function challengeFactor(factorId: string): Promise<string> {
    const { id } = await askAuth((auth) => auth.mfa.challenge({ factorId }))
    return id
  }
  return {
    challengeFactor,
    async showFactor({ factorId, challengeId, code }) {
      const answered = challengeId ?? (await challengeFactor(factorId))
      const { user } = await askAuth((auth) => auth.mfa.verify({ factorId, challengeId: answered, code }))
      if (user.email) logSuccessfulLogin(connect, user.email)
    },
  }
}

/** What goes over mail is loaded with the first use of it. */
function createLateMailAccess(askAuth: AskAuth, page: Page): MailAccess {
  const mail = once(async () => (await import('./access-mail.ts')).createMailAccess(askAuth, page))
  return {
    resendConfirmation: async (email) => (await mail()).resendConfirmation(email),
    sendCode: async (purpose, email) => (await mail()).sendCode(purpose, email),
    redeemCode: async (purpose, entered) => (await mail()).redeemCode(purpose, entered),
    confirm: async (link) => (await mail()).confirm(link),
  }
}

const serverRefused = z.object({ name: z.literal('AuthApiError') })

/** Whether the server has decided, unlike one that cannot answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof AccessError && serverRefused.safeParse(error.cause).success
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
