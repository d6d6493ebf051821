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

export interface DashboardPart {
  counts(): Promise<DashboardCounts>
  /** The 8 newest, newest first. */
  recentActivity(): Promise<readonly Activity[]>
}
