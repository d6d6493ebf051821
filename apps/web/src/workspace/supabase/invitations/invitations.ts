import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The invitations of the caller's account; their code is loaded with the first call. */
export function createInvitations(connect: Connect, findCaller: FindCaller, origin: string): InvitationsPart {
  const invitations = lazyPart(
    () => import('./invitations-on-demand.ts'),
    (code) => code.createInvitationsOnDemand(connect, findCaller, origin),
  )
  return {
    list: invitations.call((part) => part.list),
    send: invitations.call((part) => part.send),
    sendMany: invitations.call((part) => part.sendMany),
    problemsOf: invitations.call((part) => part.problemsOf),
    invite: invitations.call((part) => part.invite),
    renew: invitations.call((part) => part.renew),
    revoke: invitations.call((part) => part.revoke),
    cleanUp: invitations.call((part) => part.cleanUp),
    link: invitations.call((part) => part.link),
  }
}
