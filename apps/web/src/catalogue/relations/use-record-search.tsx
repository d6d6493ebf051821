import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recentRecords } from '@/lib/browser/recent-records.ts'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { searchQueries } from '@/queries/search.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import type { ListSearch, PickerOption } from '@/ui/picker/list-picker.tsx'
import { KINDS } from '../kinds.ts'

const PAUSE_MS = 80
const OF_EACH = 20

/** A record that was found. */
export interface FoundRecord {
  id: string
  kind: CatalogueKind
  name: string
}

interface RecordSearch {
  records: readonly FoundRecord[]
  options: readonly PickerOption[]
  search: ListSearch
}

/** Finds records of all kinds but one record; before anything is typed, those that were opened last. */
export function useRecordSearch(without: string): RecordSearch {
  const { t } = useTranslation()
  const optionOf = useRecordOption()
  const workspace = useWorkspace()
  const { personId } = useMe()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), PAUSE_MS)
  const { data, isFetching, error } = useQuery({
    ...searchQueries.find(workspace, text, OF_EACH),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const results = data?.results.map(({ id, type, title }) => ({ id, kind: type, name: title })) ?? []
  const records = recordsOf(text === '' ? recentRecords(personId) : results).filter(
    ({ id }) => id !== without,
  )
  const counted = CATALOGUE_KINDS.reduce((sum, kind) => sum + (data?.counts[kind] ?? 0), 0)
  return {
    records,
    options: records.map(optionOf),
    search: {
      typed,
      onType: setTyped,
      total: text === '' ? records.length : Math.max(counted, records.length),
      isSearching: isFetching || text !== typed.trim(),
      failure: error && failureReason(error, t),
    },
  }
}

/** Returns how a record stands in a list of records of all kinds. */
export function useRecordOption() {
  const { t } = useTranslation()
  return ({ id, kind, name }: FoundRecord): PickerOption => {
    const Icon = KINDS[kind].icon
    return {
      id,
      label: name,
      leading: <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />,
      trailing: <span className="text-muted-foreground text-xs">{t(CATALOGUES[kind].title)}</span>,
    }
  }
}

function recordsOf(found: readonly { id: string; kind: string; name: string }[]): readonly FoundRecord[] {
  return found.flatMap(({ id, kind, name }) => {
    const known = CATALOGUE_KINDS.find((one) => one === kind)
    return known === undefined ? [] : [{ id, kind: known, name }]
  })
}
