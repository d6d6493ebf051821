import type { CatalogueKind, CatalogueTable } from './records/catalogues.ts'

/** How many records each catalogue of the account has; some catalogues count only the active ones. */
export type DashboardCounts = Readonly<Record<CatalogueTable, number>>

/** Something that happened to a record of the account; `id` is the record's. */
export interface Activity {
  id: string
  kind: CatalogueKind
  resource: string
  action: 'created' | 'updated'
  /** 'Unknown User' when no user can be named. */
  userName: string
  occurredAt: Date
}

/**
 * Why a record is shown to a user, in the order of the dashboard: they were handed it and have not answered, it is
 * late or failing by its heartbeat or has not run for 30 days, it is being worked on, nobody owns it, or they do.
 */
export const ATTENTION_REASONS = ['handover', 'late', 'maintenance', 'ownerless', 'mine'] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** The records that need the user for one reason. */
export interface AttentionGroup {
  /** The number of all such records, even where not all of them are among the items. */
  total: number
  /** The kinds of all such records. */
  kinds: readonly CatalogueKind[]
  /** The first few. */
  items: readonly { kind: CatalogueKind; id: string; name: string }[]
}

export interface Attention {
  /** All systems of the account, whatever their status. */
  registeredSystems: number
  /** How many people wait to be admitted; zero for users who are not admins. */
  newcomers: number
  /** The groups by reason; a reason without records is left out. */
  reasons: Readonly<Partial<Record<AttentionReason, AttentionGroup>>>
}

export interface DashboardPart {
  counts(): Promise<DashboardCounts>
  /** Returns the records that need the user: the first three of each reason. */
  attention(): Promise<Attention>
  /** The 8 newest, newest first. */
  recentActivity(): Promise<readonly Activity[]>
}
