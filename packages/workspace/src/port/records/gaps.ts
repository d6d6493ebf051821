import type { CatalogueKind } from './catalogues.ts'
import type { Gap } from './gap.ts'

/** What can be without an owner: records of the catalogues, and service accounts. */
type GapKind = CatalogueKind | 'service_account'

/**
 * How many records of a catalogue have which gap. A catalogue that is switched off is left out, and so is a gap that the
 * user is not told of. Those whose owner left are among those without one. Service accounts are there where one has
 * no owner.
 */
export type GapFigures = Readonly<Partial<Record<GapKind, Readonly<Partial<Record<Gap, number>>>>>>

/** Whose a record was until they left the account. */
export interface DepartedOwner {
  recordId: string
  /** Null where their user was deleted. */
  name: string | null
}

/** How many records there are, and how many of them have an owner, and a member beside the owner who knows them. */
export interface Coverage {
  records: number
  withOwner: number
  withSecond: number
}

export interface CoverageHistory {
  /** When weeks of the last year began, oldest first; those without a record, or before the history, are left out. */
  weeks: readonly (Coverage & { at: Date })[]
  now: Coverage
}

export interface GapsPart {
  figures(): Promise<GapFigures>
  /** Who owned these records of a kind when they left; of a record that has an owner again, nobody. */
  departed(kind: CatalogueKind, ids: readonly string[]): Promise<readonly DepartedOwner[]>
  /** Of the catalogues that are switched on. An invited person counts as an owner while the invitation is open. */
  coverage(): Promise<CoverageHistory>
}
