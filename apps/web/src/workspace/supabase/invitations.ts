import type { InvitationsPart } from '../port/invitations.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { onDemand } from './on-demand.ts'

/** The invitations of the caller's account; their code is loaded with the first call. */
export function createInvitations(connect: Connect, findCaller: FindCaller, origin: string): InvitationsPart {
  return onDemand(
    async () =>
      (await import('./invitations-on-demand.ts')).createInvitationsOnDemand(connect, findCaller, origin),
    ['list', 'send', 'sendMany', 'renew', 'revoke', 'cleanUp', 'link'],
  )
}
