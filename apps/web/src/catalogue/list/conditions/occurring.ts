import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordGroups } from '@cairn/workspace/port/records/groups'
import { type CatalogueRecord, EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { canGroupBy } from '@cairn/workspace/rules/field-uses'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQueriesOf } from '../../fields/use-record-name.ts'
import type { FilterField } from './filter-fields.tsx'

/** How many records have which value of a field, most first; a value as conditions write it. */
export type Occurring = ReadonlyMap<string, number>

/** The values of groups, without those that have none. */
export function occurringIn({ groups }: RecordGroups): Occurring {
  return new Map(groups.flatMap(({ value, records }) => (value === null ? [] : [[value, records]])))
}

/**
 * The values of a field that occur in a list. Where not all records are here the server counts them, for the fields that
 * many records share; null where that is not known.
 */
export function useOccurring(
  kind: CatalogueKind,
  records: readonly CatalogueRecord[] | null,
  field: FilterField | undefined,
): Occurring | null {
  const here = useMemo(
    () => (records && field ? groupRecords(records, field.key, field.type) : null),
    [records, field],
  )
  const { data } = useQuery({
    ...useQueriesOf(kind).groups(field?.key ?? '', EVERY_RECORD),
    enabled: records === null && field !== undefined && canGroupBy(field.key, field.type),
  })
  const groups = here ?? data
  return useMemo(() => (groups ? occurringIn(groups) : null), [groups])
}
