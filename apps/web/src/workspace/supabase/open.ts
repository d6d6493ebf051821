import type { Access, SessionAccess } from '@cairn/workspace/port/access'
import type { MembershipPart, Workspace } from '@cairn/workspace/port/workspace'
import { once } from '@/lib/loading/once.ts'
import type { createAccess } from './access/access.ts'
import { followSession } from './access/follow-session.ts'
import { browserPage } from './access/page.ts'
import type { ServiceAddress } from './client/client.ts'
import { watchConnection } from './fetch/connection.ts'
import { withPrefetchedAnswers } from './fetch/prefetched-answers.ts'
import type { createWorkspace } from './workspace.ts'

/** The session of this browser, signing in, and the workspace of signed-in users. */
interface Service {
  session: SessionAccess
  /** Loads what screens sign in with, once. */
  openAccess: () => Promise<Access>
  membership: MembershipPart
  /** Loads what signed-in users work with, once. */
  openWorkspace: () => Promise<Workspace>
}

interface ServiceOptions {
  address: ServiceAddress
  /** The language of the page, in which mails are sent. */
  language: () => string
  /** Load the code of either: visitors need nothing of the workspace, and most members nothing to sign in with. */
  loadAccess: () => Promise<typeof createAccess>
  loadWorkspace: () => Promise<typeof createWorkspace>
}

/** Opens the service of signed-in users and of those who sign in. */
export function openSupabase({ address, language, loadAccess, loadWorkspace }: ServiceOptions): Service {
  const page = browserPage(address.url)
  const connection = watchConnection({
    url: address.url,
    send: withPrefetchedAnswers((input, init) => fetch(input, init)),
    later: (work, afterMs) => void setTimeout(work, afterMs),
    onHint: page.onConnectionHint,
  })
  // The official client is large, and a visitor who only looks has no use for it: the first call makes it.
  const connect = once(async () => {
    const { createServiceClient } = await import('./client/client.ts')
    return createServiceClient(address, connection.fetch, language)
  })
  const session = followSession(connect, page)
  const openAccess = once(async () => (await loadAccess())({ connect, session, page, service: address }))
  const openWorkspace = once(async () => (await loadWorkspace())(connect, page.url().origin, connection))
  return {
    session: session.access,
    openAccess,
    membership: { mine: async () => (await openWorkspace()).membership.mine() },
    openWorkspace,
  }
}
