import { WorkspaceError } from '../errors.ts'
import type { Access, Workspace } from '../port.ts'
import { createAccess } from './access.ts'
import type { ServiceAddress } from './client.ts'
import { watchConnection } from './connection.ts'
import { once } from './once.ts'
import { browserPage } from './page.ts'
import { createWorkspace } from './workspace.ts'

/**
 * The workspace of signed-in people, and the way to become one. The official client is large and a visitor of the
 * sign-in screen does not need it before the first key stroke: it is loaded by the first call that speaks to the server.
 */
export function openSupabase(address: ServiceAddress): { access: Access; workspace: Workspace } {
  const page = browserPage(address.url)
  const connection = watchConnection({
    url: address.url,
    send: (input, init) => fetch(input, init),
    later: (work, afterMs) => void setTimeout(work, afterMs),
    onHint: page.onConnectionHint,
  })
  const connect = once(async () => {
    const { createServiceClient } = await import('./client.ts').catch(chunkMissing)
    return createServiceClient(address, connection.fetch)
  })
  return { access: createAccess({ connect, page }), workspace: createWorkspace(connect, connection) }
}

function chunkMissing(cause: unknown): never {
  throw new WorkspaceError('The app could not be loaded completely. Please reload the page.', {
    kind: 'offline',
    cause,
  })
}
