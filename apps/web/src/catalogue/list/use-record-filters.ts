import type { Gap } from '@cairn/workspace/port/records/gap'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { toggled } from '@/lib/toggled.ts'
import { useMe } from '@/queries/context.tsx'
import { ownersFor } from './address/list-address.ts'
import type { ListState } from './address/use-list-state.ts'
import { livingTags, type TagFilter, tagsOf, withTags } from './conditions/tag-condition.ts'

export interface RecordFilterState extends Pick<RecordFilter, 'statuses' | 'owners' | 'gaps'> {
  tags: TagFilter
  /** How many values are filtered by. */
  count: number
  /** Takes a status or an owner among those that are wanted, or out of them. */
  toggleStatus: (status: string) => void
  toggleOwner: (owner: string | null) => void
  toggleGap: (gap: Gap) => void
  toggleTag: (id: string) => void
  /** Records must have all of the tags, or any of them. */
  setAllTags: (all: boolean) => void
  clear: () => void
}

/** By which statuses, owners, gaps and tags a list is filtered, and what changes that. */
export function useRecordFilters({ view, asked, owners, isTagGone, change }: ListState): RecordFilterState {
  const { personId } = useMe()
  const { statuses, gaps } = view
  const tags = livingTags(asked, isTagGone)
  const changeTags = (next: (tags: TagFilter) => TagFilter) =>
    change((now) => ({ conditions: withTags(now.conditions, next(livingTags(now.conditions, isTagGone))) }))
  return {
    statuses,
    owners,
    gaps,
    tags,
    count: statuses.length + owners.length + gaps.length + tags.ids.length,
    toggleStatus: (status) => change((now) => ({ statuses: toggled(now.statuses, status) })),
    toggleOwner: (owner) => change((now) => ({ owners: toggled(ownersFor(now.owners, personId), owner) })),
    toggleGap: (gap) => change((now) => ({ gaps: toggled(now.gaps, gap) })),
    toggleTag: (id) => changeTags(({ ids, all }) => ({ ids: toggled(ids, id), all })),
    setAllTags: (all) => changeTags(({ ids }) => ({ ids, all })),
    clear: () =>
      change((now) => ({
        ...{ statuses: [], owners: [], gaps: [] },
        ...(tagsOf(now.conditions).ids.length > 0 && {
          conditions: withTags(now.conditions, { ids: [], all: false }),
        }),
      })),
  }
}
