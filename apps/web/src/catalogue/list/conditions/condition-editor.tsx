import type { Condition } from '@cairn/workspace/port/records/conditions'
import { OPERATORS } from '@cairn/workspace/port/records/conditions'
import { conditionProblem } from '@cairn/workspace/rules/condition-problem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { Button } from '@/ui/button/button.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { operatorWord } from './condition-words.ts'
import { type FilterField, isRelationField } from './filter-fields.tsx'
import type { Occurring } from './occurring.ts'
import { RelatedRecords } from './related-records.tsx'
import { TypedValues } from './typed-values.tsx'

interface ConditionEditorProps {
  field: FilterField
  condition: Condition
  /** How often each value occurs; null where that is not known. */
  occurring: Occurring | null
  /** Called with each condition that is complete. */
  onChange: (condition: Condition) => void
  onDone: () => void
}

/** The operator and the values of a condition on a field. */
export function ConditionEditor({ field, condition, occurring, onChange, onDone }: ConditionEditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(condition)
  const { operator, values } = draft
  const isWell = (next: Condition) =>
    conditionProblem({ match: 'all', conditions: [next] }, new Map([[field.key, field.type]])) === null
  const change = (next: Condition) => {
    setDraft(next)
    if (isWell(next)) onChange(next)
  }
  const pick = (id: string) => {
    const next = toggled(values, id)
    // A filter needs a value: the last one stays.
    if (next.length > 0) change({ ...draft, values: next })
  }
  const takesNone = operator === 'empty' || operator === 'filled'
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 p-2">
        <span className="min-w-0 flex-1 truncate pl-1 font-medium text-sm">{field.label}</span>
        {field.operators.length > 1 && (
          <OperatorChoice
            field={field}
            operator={operator}
            onChoose={(next) => change({ ...draft, operator: next, values: valuesFor(next, values) })}
          />
        )}
      </div>
      {takesNone ? (
        <div className="flex justify-end p-2 pt-0">
          <Button size="sm" onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      ) : isRelationField(field) ? (
        <RelatedRecords field={field} chosen={values} onPick={pick} />
      ) : field.options ? (
        <ListPicker
          label={field.label}
          options={withCounts(field.options, occurring)}
          chosen={values}
          multiple
          searchable
          onPick={pick}
          emptyText={t('Nothing to choose from')}
        />
      ) : (
        <TypedValues
          key={operator}
          field={field}
          condition={draft}
          occurring={occurring}
          isWell={isWell}
          onEnter={(entered) => {
            change({ ...draft, values: entered })
            onDone()
          }}
        />
      )}
    </div>
  )
}

interface OperatorChoiceProps {
  field: FilterField
  operator: Condition['operator']
  onChoose: (operator: Condition['operator']) => void
}

function OperatorChoice({ field, operator, onChoose }: OperatorChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('Operator')}
      value={operator}
      onChange={({ target }) => {
        const next = OPERATORS.find((one) => one === target.value)
        if (next) onChoose(next)
      }}
      className="w-auto max-w-40"
    >
      {field.operators.map((one) => (
        <option key={one} value={one}>
          {operatorWord(one, field, t)}
        </option>
      ))}
    </Select>
  )
}

/** The values that stay when another operator is chosen. */
function valuesFor(operator: Condition['operator'], values: readonly string[]): readonly string[] {
  if (operator === 'empty' || operator === 'filled') return []
  return operator === 'before' || operator === 'after' ? values.slice(0, 1) : values
}

function withCounts(options: NonNullable<FilterField['options']>, occurring: Occurring | null) {
  if (occurring === null) return options
  return options.map((option) => ({
    ...option,
    trailing: (
      <span className="text-muted-foreground text-xs tabular-nums">{occurring.get(option.id) ?? 0}</span>
    ),
  }))
}
