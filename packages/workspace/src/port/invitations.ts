import type { PermissionLevel } from './permission-level.ts'

/** Whom an admin lets in, and as what. */
export interface NewInvitation {
  email: string
  name: string
  jobRole: string
  department: string
  permissionLevel: PermissionLevel
}

/** Several people who are let in alike. */
interface NewInvitations extends Pick<NewInvitation, 'department' | 'permissionLevel'> {
  people: readonly Pick<NewInvitation, 'email' | 'name'>[]
}

/** What became of inviting several: who is invited, and why others are not. */
export interface InvitedPeople {
  invited: readonly string[]
  /** Addresses as they were given, each with the reason. */
  problems: readonly { email: string; message: string }[]
  /** Whose mail could not be sent, with the reason: nothing is left of their invitation, and it may be sent again. */
  unsent: readonly { email: string; message: string }[]
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
  /** The first people of an archive whom nobody has invited yet, by name. */
  notInvited: readonly Invitation[]
  /** How many they are in all. */
  notInvitedInAll: number
  /** Those that ended last. */
  history: readonly Invitation[]
  /** How many have ended in all. */
  ended: number
}

/** What admins do about invitations. Others are refused with 'Only account owners can manage invitations.' */
export interface InvitationsPart {
  list(historyLimit: number): Promise<Invitations>
  /** Invites a person and has the mail sent. Where that fails, nothing is left of it. */
  send(invitation: NewInvitation): Promise<void>
  /**
   * Invites up to 100 people in one step: with a problem of one, nobody. A person who cannot be mailed afterwards is
   * not invited either. @throws WorkspaceError with `retryAt` where the account has sent too many.
   */
  sendMany(invitations: NewInvitations): Promise<InvitedPeople>
  /**
   * Which of these addresses, as they were given, sending would refuse: those of members of the account, and those with an
   * open invitation to it. Of other accounts it says nothing.
   */
  problemsOf(emails: readonly string[]): Promise<InvitedPeople['problems']>
  /**
   * Invites people of an archive who are not invited yet, up to 100, and has the mails sent. A person who cannot be mailed
   * stays in the list. @throws WorkspaceError with `retryAt` where the account has sent too many.
   */
  invite(ids: readonly string[]): Promise<InvitedPeople>
  /** Sends a new link; the old one ends. */
  renew(id: string): Promise<void>
  revoke(id: string): Promise<void>
  /** Deletes expired ones, and says how many they were. */
  cleanUp(): Promise<number>
  /** The link of an open invitation. */
  link(id: string): Promise<string>
}
