import type { CatalogueKind } from './catalogues.ts'
import type { Gap } from './gap.ts'

/** The highest count of a gap; one more stands for more than that. */
export const GAPS_COUNTED_UP_TO = 10_000

/**
 * How many records of a catalogue have which gap. A catalogue that is switched off is left out, and so is a gap that the
 * user is not told of. Those whose owner left are among those without one.
 */
export type GapFigures = Readonly<Partial<Record<CatalogueKind, Readonly<Partial<Record<Gap, number>>>>>>

/** Whose a record was until they left the account. */
export interface DepartedOwner {
  recordId: string
  /** Null where their user was deleted. */
  name: string | null
}

export interface GapsPart {
  figures(): Promise<GapFigures>
  /** Who owned these records of a kind when they left; of a record that has an owner again, nobody. */
  departed(kind: CatalogueKind, ids: readonly string[]): Promise<readonly DepartedOwner[]>
}
