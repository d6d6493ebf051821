import type { CatalogueTable } from './records/catalogues.ts'

/**
 * The permissions of a token, limited by those of its person: subjects and verbs. Permission to write includes reading.
 */
export type TokenScope = `${CatalogueTable}:${'read' | 'write'}` | 'people:read' | 'audit:read'

/** How long a token can last, in days; null is without expiry, where the account allows that. */
export const TOKEN_DAYS = [30, 90, 365] as const
export type TokenDays = (typeof TOKEN_DAYS)[number] | null

/** For how many more hours the former secret of a rotated token can work. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]

/** An API token, as its owner sees it. Its secret is stored nowhere. */
export interface ApiToken {
  id: string
  name: string
  /** Whether the token is the user's own, or belongs to a service account of theirs. */
  isMine: boolean
  /** The person on whose behalf it acts; null for a service account without an owner. */
  ownerName: string | null
  /** The service account of the token; null for a token of a person. */
  serviceAccount: { id: string; name: string } | null
  /** The scopes as the server names them: it may know more of them than this program does. */
  scopes: readonly string[]
  /** The last four characters of its secret. */
  ending: string
  createdAt: Date
  /** Null where it never expires. */
  expiresAt: Date | null
  lastUsedAt: Date | null
  /** The address of its last use: `203.0.113.7`. */
  lastUsedFrom: string | null
  /** Until when the previous secret works. */
  formerUntil: Date | null
  /** Whether it has a working secret. After its service account was handed over, it has none until it is rotated. */
  hasSecret: boolean
}

/** An account for scripts that is owned by the organization, not by a person. */
export interface ServiceAccount {
  id: string
  name: string
  purpose: string
  /** Null where its owner has left: its tokens stop working until it has another. */
  ownerId: string | null
  ownerName: string | null
  /** How many tokens it has. */
  tokens: number
}

export interface ApiTokens {
  /** Whether tokens may be made that do not expire. */
  allowsWithoutEnd: boolean
  /** The user's tokens; for admins, all of the account. */
  tokens: readonly ApiToken[]
  /** All service accounts of the account, those without an owner first. */
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
  /** Creates a token and returns its secret, which nobody can read again. */
  make(token: NewToken): Promise<string>
  /** Returns another secret; the former one works for `overlapHours` more. */
  rotate(id: string, days: TokenDays, overlapHours: OverlapHours): Promise<string>
  revoke(id: string): Promise<void>
  addServiceAccount(name: string, purpose: string): Promise<string>
  changeServiceAccount(id: string, name: string, purpose: string): Promise<void>
  giveServiceAccount(id: string, receiverId: string): Promise<void>
  deleteServiceAccount(id: string): Promise<void>
  /** For admins: whether tokens may be made that do not expire. */
  allowWithoutEnd(allowed: boolean): Promise<void>
}
