import { keyed } from '../../lib/keyed.ts'
import { CATALOGUE_KINDS, type CatalogueKind } from '../port/catalogues.ts'
import { GAPS, type Gap } from '../port/gap.ts'
import type { GapFigures } from '../port/gaps.ts'
import type { CatalogueRecord } from '../port/records.ts'

/** The example records whose owner left, and those that somebody beside the owner knows. */
const LEFT: readonly string[] = ['demo-system-itsm']
const KNOWN: readonly string[] = ['demo-system-crm']

/** Whether an example has a gap. Nobody hands examples over, and everybody in them was here lately. */
export function hasGap({ id, ownerId }: CatalogueRecord, gap: Gap): boolean {
  switch (gap) {
    case 'no_owner':
      return ownerId === null
    case 'owner_left':
      return LEFT.includes(id)
    case 'nobody_else':
      return !KNOWN.includes(id)
    case 'owner_not_seen':
    case 'handover_pending':
      return false
  }
}

/** The gaps of the examples. */
export function demoGaps(records: Record<CatalogueKind, () => readonly CatalogueRecord[]>): GapFigures {
  return keyed(CATALOGUE_KINDS, (kind) =>
    keyed(GAPS, (gap) => records[kind]().filter((record) => hasGap(record, gap)).length),
  )
}
