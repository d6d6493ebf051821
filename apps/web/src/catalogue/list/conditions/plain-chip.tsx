import type { Condition } from '@cairn/workspace/port/records/conditions'
import { useTranslation } from 'react-i18next'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { summaryOf } from '@/ui/picker/filter-chip.tsx'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { ConditionSteps, type FilterSource } from './condition-steps.tsx'
import { conditionText } from './condition-words.ts'
import { type FilterField, useFilterFields } from './filter-fields.tsx'
import { type PlainFilter, plainOperators } from './plain-filters.ts'

interface PlainChipProps extends Omit<FilterSource, 'fields'> {
  filter: PlainFilter
  onChange: (filter: Condition) => void
  onRemove: () => void
}

/** A filter by status, owner or tags: it names the chosen values, and opens the list of them. */
export function PlainChip({ filter, onChange, onRemove, ...source }: PlainChipProps) {
  const { t, i18n } = useTranslation()
  const fields = useChipFields(filter, useFilterFields(source.kind))
  const [field] = fields
  if (field === undefined) return null
  const names = filter.values.map((value) => field.options?.find(({ id }) => id === value)?.label ?? value)
  const text =
    filter.operator === 'is'
      ? t('{{label}}: {{values}}', { label: field.label, values: summaryOf(names) })
      : conditionText(filter, fields, t, i18n.language)
  return (
    <RemovableChip
      text={text}
      label={field.label}
      removeLabel={t('Remove the filter: {{filter}}', { filter: text })}
      onRemove={onRemove}
    >
      {(close) => (
        <ConditionSteps {...source} fields={fields} condition={filter} onChange={onChange} onDone={close} />
      )}
    </RemovableChip>
  )
}

/** Returns the field of a chip, with the operators that keep it one. */
function useChipFields(filter: PlainFilter, all: readonly FilterField[]): readonly FilterField[] {
  const ownerName = useOwnerName()
  return all
    .filter(({ key }) => key === filter.field)
    .map((field) => {
      const options = field.options ?? []
      // An unknown owner whom an address names is listed, so that the user can remove them.
      const unknown = filter.values
        .filter((id) => field.key === 'owner' && !options.some((option) => option.id === id))
        .map((id) => ({ id, label: ownerName(id), muted: true }))
      return { ...field, operators: plainOperators(filter.field), options: [...unknown, ...options] }
    })
}
