import type { PermissionLevel } from './permission-level.ts'

/** An open invitation to the user's own address. */
export interface OpenInvitation {
  id: string
  accountName: string
  /** Null where the inviter has left. */
  inviterName: string | null
  level: PermissionLevel
}

/** The options that the domain of the user's address offers. */
export interface DomainOffer {
  domain: string
  /** The account to join; null where the user would create it. */
  accountName: string | null
  /** The suggested name of a new account. */
  suggestedName: string
  /** Whether an admin has to admit newcomers first. */
  needsAdmission: boolean
}

/** The accounts that a user without an account can join or create. Empty for other users. */
export interface Placement {
  /** The account whose admins have not admitted the user yet. */
  waitingFor: string | null
  invitations: readonly OpenInvitation[]
  domain: DomainOffer | null
  /** The name of the account that the user last belonged to, as they knew it. */
  formerAccount: string | null
}

/** A user of the account's domain who waits to be admitted. */
export interface Newcomer {
  id: string
  name: string
  email: string
  waitingSince: Date
}

/** How people join accounts: for people without one, and for admins. */
export interface JoiningPart {
  placement(): Promise<Placement>
  /** @throws WorkspaceError with a sentence when the invitation is no longer open. */
  acceptInvitation(id: string): Promise<void>
  /**
   * Joins the account of the user's domain, creates it, or waits for admission. Returns whether the user now has an
   * account.
   */
  joinDomain(accountName: string | null): Promise<boolean>
  /** For admins: whether newcomers need to be admitted, and who waits. */
  newcomers(): Promise<{ needAdmission: boolean; waiting: readonly Newcomer[] }>
  setAdmission(needed: boolean): Promise<void>
  admit(id: string): Promise<void>
  refuse(id: string): Promise<void>
}
