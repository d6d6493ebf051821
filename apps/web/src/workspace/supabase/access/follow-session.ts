import type { SessionAccess } from '@cairn/workspace/port/access'
import { once } from '@/lib/loading/once.ts'
import { type AskAuth, createAskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import type { Page } from './page.ts'
import { createSessionAccess } from './session.ts'
import { createSessionEvents } from './session-events.ts'
import { userSessionOf } from './user-session.ts'

export interface FollowedSession {
  /** Gives the client whose sessions the page follows. */
  connect: Connect
  askAuth: AskAuth
  access: SessionAccess
}

/** The session of this browser, which the official client renews. It is made only when there is something for it to do. */
export function followSession(connectUnfollowed: Connect, page: Page): FollowedSession {
  const events = createSessionEvents()
  const connect = once(async () => {
    const client = await connectUnfollowed()
    client.supabase.auth.onAuthStateChange((_event, session) =>
      events.update(session ? userSessionOf(session) : null),
    )
    return client
  })
  const askAuth = createAskAuth(connect)
  return { connect, askAuth, access: createSessionAccess({ connect, askAuth, events, page }) }
}
