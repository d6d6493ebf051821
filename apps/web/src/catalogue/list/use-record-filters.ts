import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Gap } from '@cairn/workspace/port/records/gap'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { toggled } from '@/lib/toggled.ts'
import { useMe } from '@/queries/context.tsx'
import { ownersFor } from './address/list-address.ts'
import type { ListState } from './address/use-list-state.ts'
import type { ConditionPart } from './conditions/condition-parts.ts'
import { withoutKnown } from './conditions/known-parts.ts'
import { useListFields } from './conditions/list-fields.ts'
import { type PlainFilter, plainFilters, withFilter } from './conditions/plain-filters.ts'
import { livingTags, othersOf, withTags } from './conditions/tag-condition.ts'

export interface RecordFilterState extends Pick<RecordFilter, 'gaps'> {
  /** The filters by status, owner and tags. */
  plain: readonly PlainFilter[]
  /** Whether records without an owner are wanted. */
  isOwnerless: boolean
  /** How many filters there are, each chosen value being one. */
  count: number
  /** Puts a filter in the place of another one; null adds or removes it. */
  put: (before: ConditionPart | null, next: ConditionPart | null) => void
  setOwnerless: (isOwnerless: boolean) => void
  toggleGap: (gap: Gap) => void
  /** Removes the filter by gaps. */
  clearGaps: () => void
  /** Removes all filters that the list knows. */
  clear: () => void
}

/** Returns the filters of a list, and the functions that change them. */
export function useRecordFilters(kind: CatalogueKind, state: ListState): RecordFilterState {
  const { view, asked, owners, isTagGone, change } = state
  const { personId } = useMe()
  const fields = useListFields(kind)
  const plain = plainFilters({ statuses: view.statuses, owners, tags: livingTags(asked, isTagGone) })
  const isOwnerless = owners.includes(null) || view.gaps.includes('no_owner')
  const gaps = view.gaps.filter((gap) => gap !== 'no_owner')
  const chosen = plain.reduce((sum, { values }) => sum + values.length, 0)
  return {
    gaps,
    plain,
    isOwnerless,
    count: chosen + Number(isOwnerless) + gaps.length + othersOf(view.conditions).conditions.length,
    put: (before, next) =>
      change((now) => withFilter({ ...now, owners: ownersFor(now.owners, personId) }, before, next)),
    setOwnerless: (next) =>
      change((now) => ({
        owners: [...now.owners.filter((owner) => owner !== null), ...(next ? [null] : [])],
        // An address can express it in two ways.
        gaps: now.gaps.filter((gap) => gap !== 'no_owner'),
      })),
    toggleGap: (gap) => change((now) => ({ gaps: toggled(now.gaps, gap) })),
    clearGaps: () => change((now) => ({ gaps: now.gaps.filter((gap) => gap === 'no_owner') })),
    clear: () =>
      change((now) => ({
        ...{ statuses: [], owners: [], gaps: [] },
        conditions: withTags(withoutKnown(now.conditions, fields), { ids: [], all: false }),
      })),
  }
}
