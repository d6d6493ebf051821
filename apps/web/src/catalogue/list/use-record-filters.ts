import type { Gap } from '@cairn/workspace/port/records/gap'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import type { TagFilter } from '@cairn/workspace/port/records/tag-filter'
import { toggled } from '@/lib/toggled.ts'
import { useMe } from '@/queries/context.tsx'
import { ownersFor } from './address/list-address.ts'
import type { ListState } from './address/use-list-state.ts'

export interface RecordFilterState extends Pick<RecordFilter, 'statuses' | 'owners' | 'gaps'> {
  tags: TagFilter | null
  isOn: boolean
  /** Takes a status or an owner among those that are wanted, or out of them. */
  toggleStatus: (status: string) => void
  toggleOwner: (owner: string | null) => void
  toggleGap: (gap: Gap) => void
  setTags: (tags: TagFilter) => void
  clear: () => void
}

/** By which statuses, owners, gaps and tags a list is filtered, and what changes that. */
export function useRecordFilters({ view, owners, change }: ListState): RecordFilterState {
  const { personId } = useMe()
  const { statuses, gaps, tags } = view
  return {
    statuses,
    owners,
    gaps,
    tags,
    isOn: tags !== null || statuses.length + owners.length + gaps.length > 0,
    toggleStatus: (status) => change((now) => ({ statuses: toggled(now.statuses, status) })),
    toggleOwner: (owner) => change((now) => ({ owners: toggled(ownersFor(now.owners, personId), owner) })),
    toggleGap: (gap) => change((now) => ({ gaps: toggled(now.gaps, gap) })),
    setTags: (next) => change({ tags: next }),
    clear: () => change({ statuses: [], owners: [], gaps: [], tags: null }),
  }
}
