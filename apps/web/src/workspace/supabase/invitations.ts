import type { InvitationsPart } from '../port/invitations.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { once } from './once.ts'

/** The invitations of the caller's account; their code is loaded with the first call. */
export function createInvitations(connect: Connect, findCaller: FindCaller, origin: string): InvitationsPart {
  const load = once(async () => {
    const { createInvitationsOnDemand } = await import('./invitations-on-demand.ts').catch(chunkMissing)
    return createInvitationsOnDemand(connect, findCaller, origin)
  })
  return {
    list: async (historyLimit) => (await load()).list(historyLimit),
    send: async (invitation) => (await load()).send(invitation),
    sendMany: async (invitations) => (await load()).sendMany(invitations),
    renew: async (id) => (await load()).renew(id),
    revoke: async (id) => (await load()).revoke(id),
    cleanUp: async () => (await load()).cleanUp(),
    link: async (id) => (await load()).link(id),
  }
}
