import type { PermissionLevel } from './permission-level.ts'

/** An open invitation to the user's own address. */
export interface OpenInvitation {
  id: string
  accountName: string
  /** Null where who invited has left. */
  inviterName: string | null
  level: PermissionLevel
}

/** What the domain of the user's address offers. */
export interface DomainOffer {
  domain: string
  /** The account to join; null where the user would found it. */
  accountName: string | null
  /** What a new account would be called. */
  suggestedName: string
  /** Whether an admin admits newcomers first. */
  needsAdmission: boolean
}

/** Where a user without an account may belong. Empty for everybody else. */
export interface Placement {
  /** The account whose admins have not admitted the user yet. */
  waitingFor: string | null
  invitations: readonly OpenInvitation[]
  domain: DomainOffer | null
  /** The name of the account that the user belonged to last, as they knew it. */
  formerAccount: string | null
}

/** A user of the account's domain who waits to be admitted. */
export interface Newcomer {
  id: string
  name: string
  email: string
  waitingSince: Date
}

/** How people come into accounts: for those who have none, and for admins. */
export interface JoiningPart {
  placement(): Promise<Placement>
  /** @throws WorkspaceError with a sentence when it is not open any more. */
  acceptInvitation(id: string): Promise<void>
  /** Joins the account of the user's domain, founds it, or waits for it. Tells whether the user now has an account. */
  joinDomain(accountName: string | null): Promise<boolean>
  /** For admins: whether newcomers need to be admitted, and who waits. */
  newcomers(): Promise<{ needAdmission: boolean; waiting: readonly Newcomer[] }>
  setAdmission(needed: boolean): Promise<void>
  admit(id: string): Promise<void>
  refuse(id: string): Promise<void>
}
