import type { CallbackError, SessionAccess, UserSession } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import type { Page } from './page.ts'
import type { SessionEvents } from './session-events.ts'
import { userSessionOf } from './user-session.ts'

/** How long signing out waits for data requests: longer than an answer takes, shorter than a person waits for a way out. */
const ANSWERED_WITHIN_MS = 2_000

const keptLanguage = z.object({ language: z.catch(z.nullable(z.string()), null) })

/** The time zone assumed for a user who has none stored, which therefore is not stored at first. */
const USUAL_ZONE = 'UTC'
const keptZone = z.object({ time_zone: z.catch(z.string(), USUAL_ZONE) })

interface SessionAccessOptions {
  /** Gives the client whose sessions arrive at `events`. */
  connect: Connect
  askAuth: AskAuth
  events: SessionEvents
  page: Page
}

/** Restores the session of this browser, follows it and ends it. A visitor without one loads no client. */
export function createSessionAccess({ connect, askAuth, events, page }: SessionAccessOptions): SessionAccess {
  let callbackError = page.takeCallbackError()

  async function restore(): Promise<UserSession | null> {
    const isCallback = page.isSignInCallback()
    if (!page.hasSession() && !isCallback) return null
    const { session } = await askAuth((auth) => auth.getSession())
    if (isCallback && session === null) callbackError = await errorOfCallback(page, connect)
    return session ? userSessionOf(session) : null
  }

  page.onSessionChange(() => {
    connect().catch((error: unknown) => logFailure('following a sign-in of another tab', error))
  })

  return {
    async restore() {
      const session = await restore().catch((error: unknown) => {
        logFailure('restoring the session', error)
        return null
      })
      events.start(session)
      return session
    },

    onChange: events.subscribe,

    async signOut() {
      const end = () => askAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'local' })) }))
      const client = await connect().catch(() => null)
      await (client === null ? end() : client.endSession(ANSWERED_WITHIN_MS, end))
    },

    async keptLanguage() {
      const { session } = await askAuth((auth) => auth.getSession())
      return session && keptLanguage.parse(session.user.user_metadata).language
    },

    async keepLanguage(language) {
      await askAuth((auth) => auth.updateUser({ data: { language } }))
    },

    async keepTimeZone(timeZone) {
      const { session } = await askAuth((auth) => auth.getSession())
      if (session === null || keptZone.parse(session.user.user_metadata).time_zone === timeZone) return
      await askAuth((auth) => auth.updateUser({ data: { time_zone: timeZone } }))
    },

    async keepFirstStepsHidden(hidden) {
      await askAuth((auth) => auth.updateUser({ data: { first_steps_hidden: hidden } }))
    },

    takeCallbackError() {
      const taken = callbackError
      callbackError = null
      return taken
    },
  }
}

/** Why the code in the address did not become a session. It is removed from the address. */
async function errorOfCallback(page: Page, connect: Connect): Promise<CallbackError> {
  page.leaveCallback()
  const { error } = await (await connect()).supabase.auth.initialize()
  return { code: error?.code ?? 'flow_state_not_found', description: error?.message ?? '' }
}
