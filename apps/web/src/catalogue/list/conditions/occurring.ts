import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type CatalogueRecord, EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { valueReader } from '@cairn/workspace/rules/conditions'
import { canGroupBy } from '@cairn/workspace/rules/field-uses'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQueriesOf } from '../../fields/use-record-name.ts'
import type { FilterField } from './filter-fields.tsx'

/** How many records have which value of a field, most first; a value as conditions write it. */
export type Occurring = ReadonlyMap<string, number>

const MOST = 200

/** The values of a field that occur among records. */
export function occurringIn(records: readonly CatalogueRecord[], field: string): Occurring {
  const read = valueReader(field)
  const counts = new Map<string, number>()
  for (const record of records) {
    const value = read(record)
    if (value === undefined || value === '') continue
    const words =
      typeof value === 'object' ? value : [typeof value === 'boolean' ? yesOrNo(value) : String(value)]
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one).slice(0, MOST))
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
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
  const here = useMemo(() => (records && field ? occurringIn(records, field.key) : null), [records, field])
  const { data } = useQuery({
    ...useQueriesOf(kind).groups(field?.key ?? '', EVERY_RECORD),
    enabled: records === null && field !== undefined && canGroupBy(field.key, field.type),
  })
  return useMemo(
    () =>
      here ??
      (data
        ? new Map(
            data.groups.flatMap(({ value, records: count }) => (value === null ? [] : [[value, count]])),
          )
        : null),
    [here, data],
  )
}
