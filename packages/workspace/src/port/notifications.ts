import type { NotificationKind } from '../notifications/kinds.ts'
import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'

/** Something that concerns the user. What a kind does not have is null or empty. */
export interface Notification {
  id: string
  kind: NotificationKind
  /** Who did it; null for the server. A name is null for a member who has left. */
  actor: { id: string; name: string | null; avatarUrl: string | null } | null
  /** What it is about; a deleted one too. */
  record: { kind: CatalogueKind | 'article'; id: string; name: string } | null
  /** What it is about instead, where one act did the same to several records: of which kind, and how many. */
  many: { kind: CatalogueKind | 'article'; amount: number } | null
  /** What of the record was changed: names of columns. */
  fields: readonly string[]
  /** The new level. */
  level: PermissionLevel | null
  /** Who is new in the account. */
  newcomer: string | null
  /** How many newcomers this tells of besides. */
  others: number
  /** What was handed over to the user: by which act, whose it was, and how many records. */
  handover: { act: string; giver: string; amount: number } | null
  /** Why, in the words of the member who did it; null where they gave no reason. */
  reason: string | null
  /** What of the user's depended on it: the first few names. */
  dependents: readonly string[]
  /** Of a view that the user watches: how many records came into it, and how many left it. */
  view: { kind: CatalogueKind; id: string; name: string; came: number; went: number } | null
  /** The day on which its contract renews or ends, the first of several: `2026-03-01`. */
  renewsOn: string | null
  /** When an automation or agent that is late last reported. */
  silentSince: Date | null
  /** For how long one was late or failed that is back. */
  awaySeconds: number | null
  /** A token of the user that ends, and its last use. */
  token: { name: string; endsAt: Date; usedAt: Date | null; network: string | null } | null
  /** The name of a service account. */
  serviceAccount: string | null
  happenedAt: Date
  isRead: boolean
}

/** Where a page ends. */
export interface NotificationPosition {
  number: number
  id: string
}

export interface NotificationPage {
  items: readonly Notification[]
  /** Where the next page begins; null behind the oldest. */
  next: NotificationPosition | null
}

export interface NotificationsPart {
  /** Some of them, the newest first; further ones from where the last page ended. */
  page(query: { unreadOnly: boolean; after: NotificationPosition | null }): Promise<NotificationPage>
  unreadCount(): Promise<number>
  /** One that is gone by then is none to worry about. */
  markRead(id: string): Promise<void>
  markAllRead(): Promise<void>
}
