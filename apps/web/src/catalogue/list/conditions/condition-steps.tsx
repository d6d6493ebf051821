import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Condition } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusedList } from '@/ui/picker/focused-list.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
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

interface ConditionStepsProps extends FilterSource {
  /** Null asks for a field first. */
  condition: Condition | null
  /** Makes several filters of which any has to hold; missing where none can be nested. */
  onGroup?: () => void
  onChange: (condition: Condition) => void
  onDone: () => void
}

const GROUP = 'group'

/** The choice of a field to filter by, and then of its condition. */
export function ConditionSteps({
  kind,
  fields,
  records,
  condition,
  onGroup,
  onChange,
  onDone,
}: ConditionStepsProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState(condition)
  const key = current?.field
  const field = fields.find((one) => one.key === key)
  const occurring = useOccurring(kind, records, field)
  const options = fields.map((one) => ({ id: one.key, label: one.label }))
  const group = { id: GROUP, label: t('Any of several filters…'), muted: true }
  const pick = (id: string) => {
    if (id === GROUP) return onGroup?.()
    const picked = fields.find((one) => one.key === id)
    const [operator] = picked?.operators ?? []
    if (picked && operator) setCurrent({ field: picked.key, operator, values: [] })
  }
  return (
    <FocusedList key={key}>
      {current && field ? (
        <ConditionEditor {...{ field, condition: current, occurring, onChange, onDone }} />
      ) : (
        <ListPicker
          label={t('Filter by')}
          options={onGroup ? [...options, group] : options}
          searchable
          onPick={pick}
          emptyText={t('No matches.')}
        />
      )}
    </FocusedList>
  )
}
