import { WorkspaceError } from '../errors.ts'
import type { Access, Workspace } from '../port.ts'
import { createAccess } from './access.ts'
import type { ServiceAddress } from './client.ts'
import { once } from './once.ts'
import { browserPage } from './page.ts'
import { createWorkspace } from './workspace.ts'

/**
 * The workspace of signed-in people, and the way to become one. The official client is large and a visitor of the
 * sign-in screen does not need it before the first key stroke: it is loaded by the first call that speaks to the server.
 */
export function openSupabase(address: ServiceAddress): { access: Access; workspace: Workspace } {
  const connect = once(async () => {
    const { createServiceClient } = await import('./client.ts').catch(chunkMissing)
    return createServiceClient(address)
  })
  return {
    access: createAccess({ connect, page: browserPage(address.url) }),
    workspace: createWorkspace(connect),
  }
}

function chunkMissing(cause: unknown): never {
  throw new WorkspaceError('The app could not be loaded completely. Please reload the page.', {
    kind: 'offline',
    cause,
  })
}
