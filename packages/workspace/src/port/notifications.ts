import type { NotificationKind } from '../notifications/kinds.ts'
import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'

/** An event that concerns the user. A field that its kind does not have is null or empty. */
export interface Notification<Kind extends string = NotificationKind> {
  id: string
  kind: Kind
  /** The member who acted; null for the server. The name is null for a member who has left. */
  actor: { id: string; name: string | null; avatarUrl: string | null } | null
  /** The record that the event is about, which may be deleted. */
  record: { kind: CatalogueKind | 'article'; id: string; name: string } | null
  /** The kind and the number of the records, where one bulk change affected several records instead of one. */
  many: { kind: CatalogueKind | 'article'; amount: number } | null
  /** The changed fields of the record, by the names of their columns. */
  fields: readonly string[]
  /** The new level. */
  level: PermissionLevel | null
  /** The name of the member who is new in the account. */
  newcomer: string | null
  /** The number of further newcomers. */
  others: number
  /** A handover to the user: its act, the previous owner, and how many records. */
  handover: { act: string; giver: string; amount: number } | null
  /** The reason in the words of the member who acted; null where they gave none. */
  reason: string | null
  /** The first few names of the user's records that depended on it. */
  dependents: readonly string[]
  /** The changes of a view that the user watches: how many records came into it, and how many left it. */
  view: { kind: CatalogueKind; id: string; name: string; came: number; went: number } | null
  /** The day on which its contract renews or ends, the first of several: `2026-03-01`. */
  renewsOn: string | null
  /** When an automation or agent that is late last reported. */
  silentSince: Date | null
  /** For how long the recovered automation or agent was late or failing. */
  awaySeconds: number | null
  /** A token of the user that expires, and its last use. */
  token: { name: string; endsAt: Date; usedAt: Date | null; network: string | null } | null
  /** The name of a service account. */
  serviceAccount: string | null
  happenedAt: Date
  isRead: boolean
}

/** The position where a page ends. */
export interface NotificationPosition {
  number: number
  id: string
}

export interface NotificationPage {
  /** A newer server may have kinds that the app does not know. */
  items: readonly Notification<string>[]
  /** Where the next page begins; null behind the oldest. */
  next: NotificationPosition | null
}

export interface NotificationsPart {
  /** A page of notifications, the newest first, that begins where the last page ended. */
  page(query: { unreadOnly: boolean; after: NotificationPosition | null }): Promise<NotificationPage>
  unreadCount(): Promise<number>
  /** Marks a notification as read; does nothing where it is deleted by then. */
  markRead(id: string): Promise<void>
  markAllRead(): Promise<void>
}
