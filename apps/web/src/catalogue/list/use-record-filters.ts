import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS, type Gap } from '@cairn/workspace/port/records/gap'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import type { TagFilter } from '@cairn/workspace/port/records/tag-filter'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { TAG_PARAMETER, tagFilterOf, withTagFilter } from '../tags/tag-filter.ts'
import { addressNow, withParameter } from '../use-address.ts'

/** In an address: the user who looks at it, and nobody. */
const ME = 'me'
const NOBODY = 'none'
const MOST = 50

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

/**
 * By which statuses and owners a catalogue is filtered, kept in the address: `status=active,deprecated` and
 * `owner=<id>,none`, where `me` is the user who looks; by which gaps: `gap=owner_left`; and by tags. A status that the catalogue
 * does not have counts as none.
 */
export function useRecordFilters(kind: CatalogueKind): RecordFilterState {
  const [params, setParams] = useSearchParams()
  const { personId } = useMe()
  const statusWords = params.get('status') ?? ''
  const ownerWords = params.get('owner') ?? ''
  const gapWords = params.get('gap') ?? ''
  const tagWords = params.get(TAG_PARAMETER) ?? ''
  const known: readonly string[] = CATALOGUES[kind].statuses
  const statuses = useMemo(() => statusesOf(statusWords, known), [known, statusWords])
  const owners = useMemo(() => ownersOf(ownerWords, personId), [ownerWords, personId])
  const gaps = useMemo(() => gapsOf(gapWords), [gapWords])
  const tags = useMemo(() => tagFilterOf(tagWords), [tagWords])
  const write = (next: URLSearchParams) => setParams(next, { replace: true })
  return {
    statuses,
    owners,
    gaps,
    tags,
    isOn: tags !== null || statuses.length + owners.length + gaps.length > 0,
    toggleStatus(status) {
      const now = addressNow()
      const next = toggled(statusesOf(now.get('status') ?? '', known), status)
      write(withParameter(now, 'status', next.join()))
    },
    toggleOwner(owner) {
      const now = addressNow()
      const next = toggled(ownersOf(now.get('owner') ?? '', personId), owner)
      write(withParameter(now, 'owner', next.map((id) => id ?? NOBODY).join()))
    },
    toggleGap(gap) {
      const now = addressNow()
      write(withParameter(now, 'gap', toggled(gapsOf(now.get('gap') ?? ''), gap).join()))
    },
    setTags: (next) => write(withTagFilter(addressNow(), next)),
    clear: () =>
      write(
        ['status', 'owner', 'gap', TAG_PARAMETER].reduce(
          (next, name) => withParameter(next, name, ''),
          addressNow(),
        ),
      ),
  }
}

function statusesOf(parameter: string, known: readonly string[]): readonly string[] {
  const words = wordsOf(parameter)
  return known.filter((status) => words.includes(status))
}

function gapsOf(parameter: string): readonly Gap[] {
  const words = wordsOf(parameter)
  return GAPS.filter((gap) => words.includes(gap))
}

function wordsOf(parameter: string): readonly string[] {
  return [...new Set(parameter.split(',').filter(Boolean))].slice(0, MOST)
}

/** The owners that an address names; null for nobody. */
export function ownersOf(parameter: string, me: string | null): readonly (string | null)[] {
  return wordsOf(parameter)
    .map((word) => (word === NOBODY ? null : word === ME ? (me ?? ME) : word))
    .filter((owner, place, all) => all.indexOf(owner) === place)
}

/** The list with a value more, or without it. */
export function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}
