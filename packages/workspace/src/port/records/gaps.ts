import type { CatalogueKind } from './catalogues.ts'
import type { Gap } from './gap.ts'

/** The kinds that can be without an owner: records of the catalogues, and service accounts. */
type GapKind = CatalogueKind | 'service_account'

/**
 * The number of records of each catalogue by gap. A catalogue that is switched off is left out, and so is a gap that is
 * hidden from the user. Records whose owner left count as records without one. Service accounts are included where one
 * has no owner.
 */
export type GapFigures = Readonly<Partial<Record<GapKind, Readonly<Partial<Record<Gap, number>>>>>>

/** The owner of a record before they left the account. */
export interface DepartedOwner {
  recordId: string
  /** Null where their user was deleted. */
  name: string | null
}

/** The number of records, and how many of them have an owner, and a member beside the owner who knows them. */
export interface Coverage {
  records: number
  withOwner: number
  withSecond: number
}

export interface CoverageHistory {
  /**
   * The starts of the weeks of the last year, oldest first; weeks without a record, or before the history, are left
   * out.
   */
  weeks: readonly (Coverage & { at: Date })[]
  now: Coverage
  /**
   * The number of records of each catalogue that is switched on: at the starts of the last twelve weeks, oldest first,
   * or of fewer, and now.
   */
  kinds: Readonly<Partial<Record<CatalogueKind, { weeks: readonly number[]; now: number }>>>
}

export interface GapsPart {
  figures(): Promise<GapFigures>
  /** Returns the owners of these records of a kind who have left; none for a record that has an owner again. */
  departed(kind: CatalogueKind, ids: readonly string[]): Promise<readonly DepartedOwner[]>
  /**
   * The coverage of the catalogues that are switched on. An invited person counts as an owner while the invitation is
   * open.
   */
  coverage(): Promise<CoverageHistory>
}
