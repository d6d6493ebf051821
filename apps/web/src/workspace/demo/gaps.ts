import { keyed } from '../../lib/keyed.ts'
import { CATALOGUE_KINDS, type CatalogueKind } from '../port/catalogues.ts'
import { GAPS, type Gap } from '../port/gap.ts'
import type { DepartedOwner, GapFigures } from '../port/gaps.ts'
import type { CatalogueRecord } from '../port/records.ts'
import { DEMO_GIVER, DEMO_PENDING } from './data/handovers.ts'

/** The example records whose owner left, and those that somebody beside the owner knows. */
const LEFT: readonly string[] = ['demo-solution-2', 'demo-automation-3']
const KNOWN: readonly string[] = ['demo-system-crm']

/** Whether an example has a gap. Everybody in them was here lately. */
export function hasGap({ id, ownerId }: CatalogueRecord, gap: Gap): boolean {
  switch (gap) {
    case 'no_owner':
      return ownerId === null
    case 'owner_left':
      return LEFT.includes(id)
    case 'nobody_else':
      return !KNOWN.includes(id)
    case 'handover_pending':
      return DEMO_PENDING.some(({ recordId }) => recordId === id)
    case 'owner_not_seen':
      return false
  }
}

/** Who left the examples without an owner. */
export function demoDeparted(ids: readonly string[]): readonly DepartedOwner[] {
  return LEFT.filter((id) => ids.includes(id)).map((recordId) => ({ recordId, name: DEMO_GIVER }))
}

/** The gaps of the examples. */
export function demoGaps(records: Record<CatalogueKind, () => readonly CatalogueRecord[]>): GapFigures {
  return keyed(CATALOGUE_KINDS, (kind) =>
    keyed(GAPS, (gap) => records[kind]().filter((record) => hasGap(record, gap)).length),
  )
}
