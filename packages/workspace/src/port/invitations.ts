import type { Reason } from '../errors.ts'
import type { PermissionLevel } from './permission-level.ts'

/** A person whom an admin invites, with their department and level. */
export interface NewInvitation {
  email: string
  name: string
  jobRole: string
  department: string
  permissionLevel: PermissionLevel
}

/** Several people who are invited with the same department and level. */
interface NewInvitations extends Pick<NewInvitation, 'department' | 'permissionLevel'> {
  people: readonly Pick<NewInvitation, 'email' | 'name'>[]
}

/** The result of inviting several people: who is invited, and why others are not. */
export interface InvitedPeople {
  invited: readonly string[]
  /** Addresses as they were entered, each with the reason. */
  problems: readonly RefusedAddress[]
  /** People whose mail could not be sent, with the reason: their invitation is discarded and can be sent again. */
  unsent: readonly RefusedAddress[]
}

/** An address that cannot be invited, with the reason. */
interface RefusedAddress extends Reason {
  email: string
}

export const INVITATION_STATUSES = ['pending', 'not_sent', 'accepted', 'revoked', 'expired'] as const
type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** An invitation as the list shows it. */
export interface Invitation {
  id: string
  name: string
  /** The address, masked. */
  sentTo: string
  permissionLevel: PermissionLevel
  /** Null when the person has left. */
  inviterName: string | null
  status: InvitationStatus
  sentAt: Date
  expiresAt: Date
  endedAt: Date
}

export interface Invitations {
  /** Open ones, the newest first. */
  active: readonly Invitation[]
  /** The first people of an archive who are not invited yet, by name. */
  notInvited: readonly Invitation[]
  /** The number of all such people. */
  notInvitedInAll: number
  /** The invitations that ended last. */
  history: readonly Invitation[]
  /** How many have ended in all. */
  ended: number
}

/** The invitations that admins manage. Other callers are refused with 'Only account owners can manage invitations.' */
export interface InvitationsPart {
  list(historyLimit: number): Promise<Invitations>
  /** Invites a person and has the mail sent. Where that fails, the invitation is discarded. */
  send(invitation: NewInvitation): Promise<void>
  /**
   * Invites up to 100 people in one step: a problem with one person stops all. A person whose mail cannot be sent
   * afterwards is not invited either. @throws WorkspaceError with `retryAt` where the account has sent too many.
   */
  sendMany(invitations: NewInvitations): Promise<InvitedPeople>
  /**
   * The given addresses that sending would refuse: those of members of the account, and those with an open invitation
   * to it. Reveals nothing about other accounts.
   */
  problemsOf(emails: readonly string[]): Promise<InvitedPeople['problems']>
  /**
   * Invites people of an archive who are not invited yet, up to 100, and has the mails sent. A person whose mail cannot
   * be sent stays in the list. @throws WorkspaceError with `retryAt` where the account has sent too many.
   */
  invite(ids: readonly string[]): Promise<InvitedPeople>
  /** Sends a new link; the old one stops working. */
  renew(id: string): Promise<void>
  revoke(id: string): Promise<void>
  /** Deletes expired invitations, and returns how many. */
  cleanUp(): Promise<number>
  /** The link of an open invitation. */
  link(id: string): Promise<string>
}
