import { BEYOND_RECORDS } from '@cairn/workspace/port/records/beyond-records'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Condition } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusedList } from '@/ui/picker/focused-list.tsx'
import { ListPicker, type PickerOption } from '@/ui/picker/list-picker.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import type { FilterField } from './filter-fields.tsx'
import { useOccurring } from './occurring.ts'

/** The source of the values of filters. */
export interface FilterSource {
  kind: CatalogueKind
  fields: readonly FilterField[]
  /** All records of the list; null where not all of them are here. */
  records: readonly CatalogueRecord[] | null
}

/** A filter that is no condition on a field. */
interface FilterWay extends PickerOption {
  /** The key of the field that it follows; null for the end of the list. */
  after: string | null
  onPick: () => void
}

interface ConditionStepsProps extends FilterSource {
  /** Null asks for a field first. */
  condition: Condition | null
  /** The filters that a field may have already: choosing it continues them. */
  given?: readonly Condition[]
  /** The filters that can be chosen beside the fields. */
  ways?: readonly FilterWay[]
  /** Takes the changed condition, and the given one that it continues. */
  onChange: (condition: Condition, continued: Condition | null) => void
  onDone: () => void
}

const NONE: readonly [] = []

/** The choice of a field to filter by, and then of its condition. */
export function ConditionSteps({
  kind,
  fields,
  records,
  condition,
  given = NONE,
  ways = NONE,
  onChange,
  onDone,
}: ConditionStepsProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState(condition)
  const [continued, setContinued] = useState<Condition | null>(null)
  const key = current?.field
  const field = fields.find((one) => one.key === key)
  // The loaded records do not tell these values.
  const occurring = useOccurring(kind, records, field && BEYOND_RECORDS.has(field.key) ? undefined : field)
  const waysAfter = (place: string | null) => ways.filter(({ after }) => after === place)
  const options = fields.flatMap((one): PickerOption[] => [
    { id: one.key, label: one.label },
    ...waysAfter(one.key),
  ])
  const pick = (id: string) => {
    const way = ways.find((one) => one.id === id)
    if (way) return way.onPick()
    const picked = fields.find((one) => one.key === id)
    const [operator] = picked?.operators ?? []
    if (!picked || !operator) return
    const known = given.find((one) => one.field === picked.key) ?? null
    setContinued(known)
    setCurrent(known ?? { field: picked.key, operator, values: [] })
  }
  return (
    <FocusedList key={key}>
      {current && field ? (
        <ConditionEditor
          {...{ field, condition: current, occurring, onDone }}
          onChange={(next) => onChange(next, continued)}
        />
      ) : (
        <ListPicker
          label={t('Filter by')}
          options={[...options, ...waysAfter(null)]}
          searchable
          onPick={pick}
          emptyText={t('No matches.')}
        />
      )}
    </FocusedList>
  )
}
