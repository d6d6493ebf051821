import type { Access } from '@cairn/workspace/port/access'
import type { MembershipPart, Workspace } from '@cairn/workspace/port/workspace'
import type { Lazy } from '@/lib/loading/lazy.ts'
import { createAccess } from './access/access.ts'
import { browserPage } from './access/page.ts'
import type { ServiceAddress } from './client/client.ts'
import { lazyPart } from './client/lazy-part.ts'
import { watchConnection } from './fetch/connection.ts'
import { withPrefetchedAnswers } from './fetch/prefetched-answers.ts'

/** The workspace of signed-in users, and signing in. */
interface Service {
  access: Access
  membership: MembershipPart
  workspace: Lazy<Workspace>
}

/**
 * Opens the service. The official client is large, and so is all that reads with it; a visitor of the sign-in screen
 * does not need them before the first key stroke: they are loaded by the first call that speaks to the server.
 */
export function openSupabase(address: ServiceAddress, language: () => string): Service {
  const page = browserPage(address.url)
  const connection = watchConnection({
    url: address.url,
    send: withPrefetchedAnswers((input, init) => fetch(input, init)),
    later: (work, afterMs) => void setTimeout(work, afterMs),
    onHint: page.onConnectionHint,
  })
  const { load: connect } = lazyPart(
    () => import('./client/client.ts'),
    (code) => code.createServiceClient(address, connection.fetch, language),
  )
  const workspace = lazyPart(
    () => import('./workspace.ts'),
    (code) => code.createWorkspace(connect, page.url().origin, connection),
  )
  return {
    access: createAccess({ connect, page, service: address }),
    membership: { mine: workspace.call(({ membership }) => membership.mine) },
    workspace,
  }
}
