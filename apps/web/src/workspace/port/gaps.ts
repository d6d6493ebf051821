import type { CatalogueKind } from './catalogues.ts'

/**
 * What a record can lack: an owner, one who is still here, who has been here in the last 90 days, or who has answered the
 * handover; and somebody beside the owner who knows it.
 */
export const GAPS = ['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else'] as const
export type Gap = (typeof GAPS)[number]

/** The highest count of a gap; one more stands for more than that. */
export const GAPS_COUNTED_UP_TO = 10_000

/**
 * How many records of a catalogue have which gap. A catalogue that is switched off is left out, and so is a gap that the
 * user is not told of. Those whose owner left are among those without one.
 */
export type GapFigures = Readonly<Partial<Record<CatalogueKind, Readonly<Partial<Record<Gap, number>>>>>>

export interface GapsPart {
  figures(): Promise<GapFigures>
}
