import { phrase } from '@cairn/workspace/lib/phrase'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import { loaded, notSaved } from './answers.ts'

const refuse = () => notSaved(phrase('Invitations'))

/** Guests invite nobody. */
export const demoInvitations: InvitationsPart = {
  list: () => loaded(() => ({ active: [], notInvited: [], notInvitedInAll: 0, history: [], ended: 0 })),
  send: refuse,
  sendMany: refuse,
  problemsOf: () => loaded(() => []),
  invite: refuse,
  renew: refuse,
  revoke: refuse,
  cleanUp: refuse,
  link: refuse,
}
