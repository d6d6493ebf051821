import type { Act } from './records/acts.ts'
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
  /** The bulk change, of which the record is one of many; null for a single change. */
  act: Act | null
}

/** The state of the account as a whole, for the end of the dashboard. */
export interface Outlook {
  /** Contracts that renew or end within 60 days, the nearest first; the day is `2026-03-01`. */
  renewals: {
    /** All of them, also those that are not among the items. */
    total: number
    items: readonly { kind: CatalogueKind; id: string; name: string; renewsOn: string }[]
  }
  /** The departments with most records, and how many of these have an owner. */
  departments: readonly { name: string; records: number; withOwner: number }[]
}

export interface DashboardPart {
  counts(): Promise<DashboardCounts>
  /** The 8 newest, newest first. */
  recentActivity(): Promise<readonly Activity[]>
  /** The first five of each. */
  outlook(): Promise<Outlook>
}
