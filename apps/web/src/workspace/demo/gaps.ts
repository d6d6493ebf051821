import { DEMO_GIVER, DEMO_PENDING } from '@cairn/workspace/examples/handovers'
import { keyed } from '@cairn/workspace/lib/keyed'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS, type Gap } from '@cairn/workspace/port/records/gap'
import type { CoverageHistory, DepartedOwner, GapFigures } from '@cairn/workspace/port/records/gaps'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'

/** The example records whose owner left, and those that a member beside the owner knows. */
const LEFT: readonly string[] = ['demo-solution-2', 'demo-automation-3']
const KNOWN: readonly string[] = ['demo-system-crm']

/** Whether an example has a gap. All their people were here lately, and all heartbeats have reported. */
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
    case 'never_reported':
    case 'owner_not_seen':
      return false
  }
}

/** Returns the most important gap of an example. */
export function firstGap(record: CatalogueRecord): Gap | null {
  const inOrder = ['owner_left', 'no_owner', 'handover_pending', 'nobody_else'] as const
  return inOrder.find((gap) => hasGap(record, gap)) ?? null
}

/** Returns the former owners of the examples that have no owner. */
export function demoDeparted(ids: readonly string[]): readonly DepartedOwner[] {
  return LEFT.filter((id) => ids.includes(id)).map((recordId) => ({ recordId, name: DEMO_GIVER }))
}

/** The gaps of the examples. */
export function demoGaps(records: Record<CatalogueKind, () => readonly CatalogueRecord[]>): GapFigures {
  return keyed(CATALOGUE_KINDS, (kind) =>
    keyed(GAPS, (gap) => records[kind]().filter((record) => hasGap(record, gap)).length),
  )
}

/** The growth of the examples to their present number: weeks ago, and how many records, owners and experts fewer. */
const GREW: readonly (readonly [weeksAgo: number, records: number, owned: number, known: number])[] = [
  [20, 3, 3, 1],
  [14, 2, 2, 1],
  [9, 1, 1, 1],
  [4, 0, 1, 0],
]
/** How many records fewer each catalogue had in the last twelve weeks. */
const TREND = [2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0]
const WEEKS = 26
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Returns the coverage of the examples, and its history. */
export function demoCoverage(
  records: Record<CatalogueKind, () => readonly CatalogueRecord[]>,
  nowMs: number,
): CoverageHistory {
  const all = CATALOGUE_KINDS.flatMap((kind) => records[kind]())
  const now = {
    records: all.length,
    withOwner: all.filter((record) => !hasGap(record, 'no_owner')).length,
    withSecond: all.filter((record) => !hasGap(record, 'nobody_else')).length,
  }
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const weeksAgo = WEEKS - index
    const [, fewer = 0, unowned = 0, unknown = 0] = GREW.find(([from]) => weeksAgo >= from) ?? []
    return {
      at: new Date(nowMs - weeksAgo * WEEK_MS),
      records: now.records - fewer,
      withOwner: Math.max(0, now.withOwner - unowned),
      withSecond: Math.max(0, now.withSecond - unknown),
    }
  })
  const kinds = keyed(CATALOGUE_KINDS, (kind) => {
    const { length } = records[kind]()
    return { weeks: TREND.map((fewer) => Math.max(0, length - fewer)), now: length }
  })
  return { weeks, now, kinds }
}
