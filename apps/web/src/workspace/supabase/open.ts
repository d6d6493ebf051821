import type { Access } from '../port/access.ts'
import type { MembershipPart, Workspace } from '../port.ts'
import { createAccess } from './access.ts'
import { takingAnswersAhead } from './asked-ahead.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { ServiceAddress } from './client.ts'
import { watchConnection } from './connection.ts'
import { once } from './once.ts'
import { browserPage } from './page.ts'

/** The workspace of signed-in users, and signing in. */
interface Service {
  access: Access
  membership: MembershipPart
  /** The same one each time. */
  workspace: () => Promise<Workspace>
}

/**
 * Opens the service. The official client is large, and so is all that reads with it; a visitor of the sign-in screen
 * does not need them before the first key stroke: they are loaded by the first call that speaks to the server.
 */
export function openSupabase(address: ServiceAddress, language: () => string): Service {
  const page = browserPage(address.url)
  const connection = watchConnection({
    url: address.url,
    send: takingAnswersAhead((input, init) => fetch(input, init)),
    later: (work, afterMs) => void setTimeout(work, afterMs),
    onHint: page.onConnectionHint,
  })
  const connect = once(async () => {
    const { createServiceClient } = await import('./client.ts').catch(chunkMissing)
    return createServiceClient(address, connection.fetch, language)
  })
  const workspace = once(async () => {
    const { createWorkspace } = await import('./workspace.ts').catch(chunkMissing)
    return createWorkspace(connect, page.url().origin, connection)
  })
  return {
    access: createAccess({ connect, page, service: address }),
    membership: { mine: async () => (await workspace()).membership.mine() },
    workspace,
  }
}
