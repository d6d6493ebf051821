import type { CatalogueTable } from './records/catalogues.ts'

/** What a token may, beside what its person may: subjects and verbs. Who may write may read. */
export type TokenScope = `${CatalogueTable}:${'read' | 'write'}` | 'people:read' | 'audit:read'

/** How long a token can last, in days; null is without an end, where the account allows that. */
export const TOKEN_DAYS = [30, 90, 365] as const
export type TokenDays = (typeof TOKEN_DAYS)[number] | null

/** How many hours more the former secret of a rotated token can work. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]

/** What a script acts with, as its owner knows it again. Its secret is nowhere. */
export interface ApiToken {
  id: string
  name: string
  /** It is the user's own, or that of a service account of theirs. */
  isMine: boolean
  /** As whom it acts; null for a service account without an owner. */
  ownerName: string | null
  /** Whose it is, where it is no person's. */
  serviceAccount: { id: string; name: string } | null
  /** As the server names them: it may know more than this program does. */
  scopes: readonly string[]
  /** The last four characters of its secret. */
  ending: string
  createdAt: Date
  /** Null for never. */
  expiresAt: Date | null
  lastUsedAt: Date | null
  /** From where it was last used: `203.0.113.7`. */
  lastUsedFrom: string | null
  /** Until when the secret before the present one works. */
  formerUntil: Date | null
  /** It opens nothing until it is rotated: its service account was given away. */
  hasSecret: boolean
}

/** Who scripts act for that are no member's own. */
export interface ServiceAccount {
  id: string
  name: string
  purpose: string
  /** Null where its owner has left: its tokens open nothing until it has another. */
  ownerId: string | null
  ownerName: string | null
  /** How many tokens it has. */
  tokens: number
}

export interface ApiTokens {
  /** Whether tokens may be made that do not expire. */
  allowsWithoutEnd: boolean
  /** The user's, and for admins all of the account. */
  tokens: readonly ApiToken[]
  /** All of the account, those without an owner first. */
  serviceAccounts: readonly ServiceAccount[]
}

export interface NewToken {
  name: string
  scopes: readonly TokenScope[]
  days: TokenDays
  /** The id of a service account of the user; null for a token of their own. */
  serviceAccount: string | null
}

/** API tokens and service accounts. */
export interface TokensPart {
  all(): Promise<ApiTokens>
  /** Gives the secret, which nobody can read again. */
  make(token: NewToken): Promise<string>
  /** Gives another secret; the former one works for so many hours more. */
  rotate(id: string, days: TokenDays, overlapHours: OverlapHours): Promise<string>
  revoke(id: string): Promise<void>
  addServiceAccount(name: string, purpose: string): Promise<string>
  changeServiceAccount(id: string, name: string, purpose: string): Promise<void>
  giveServiceAccount(id: string, receiverId: string): Promise<void>
  deleteServiceAccount(id: string): Promise<void>
  /** For admins: whether tokens may be made that do not expire. */
  allowWithoutEnd(allowed: boolean): Promise<void>
}
