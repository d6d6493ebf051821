import { asksBeyondRecords } from '@cairn/workspace/port/records/beyond-records'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQueriesOf } from '../../fields/use-record-name.ts'
import type { FilterField } from '../conditions/filter-fields.tsx'

interface GroupsOptions {
  kind: CatalogueKind
  filter: RecordFilter
  records: readonly CatalogueRecord[] | null
  field: FilterField | undefined
}

/** Whether the loaded records suffice: they tell neither their gaps nor their heartbeats and relations. */
export function isHere(filter: RecordFilter, records: GroupsOptions['records']): boolean {
  return records !== null && filter.gaps.length === 0 && !asksBeyondRecords(filter.conditions)
}

/** Returns the groups: built here where all records are loaded, by the server otherwise. */
export function useGroups({ kind, field, filter, records }: GroupsOptions) {
  const known = isHere(filter, records) ? records : null
  const here = useMemo(
    () => (known && field ? groupRecords(filterRecords(known, filter), field.key, field.type) : null),
    [known, filter, field],
  )
  const queries = useQueriesOf(kind)
  const asked = useQuery({
    ...queries.groups(field?.key ?? '', filter),
    enabled: known === null && field !== undefined,
    placeholderData: keepPreviousData,
  })
  return {
    groups: here ?? asked.data ?? null,
    failure: here ? null : asked.error,
    refetch: () => void asked.refetch(),
    isFetching: asked.isFetching,
  }
}
