import type { Condition } from '@cairn/workspace/port/records/conditions'
import { OPERATORS } from '@cairn/workspace/port/records/conditions'
import { conditionProblem } from '@cairn/workspace/rules/condition-problem'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { Button } from '@/ui/button/button.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { operatorWord } from './condition-words.ts'
import type { FilterField } from './filter-fields.tsx'
import type { Occurring } from './occurring.ts'

interface ConditionEditorProps {
  field: FilterField
  condition: Condition
  /** How often which value occurs; null where that is not known. */
  occurring: Occurring | null
  /** Hears each condition that can be asked. */
  onChange: (condition: Condition) => void
  onDone: () => void
}

/** What is asked of a field, and with which values. */
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
  const takesNone = operator === 'empty' || operator === 'filled'
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 p-2">
        <span className="min-w-0 flex-1 truncate pl-1 font-medium text-sm">{field.label}</span>
        <Select
          aria-label={t('Operator')}
          value={operator}
          onChange={({ target }) => {
            const next = OPERATORS.find((one) => one === target.value)
            if (next) change({ ...draft, operator: next, values: valuesFor(next, values) })
          }}
          className="w-auto max-w-40"
        >
          {field.operators.map((one) => (
            <option key={one} value={one}>
              {operatorWord(one, field.type, t)}
            </option>
          ))}
        </Select>
      </div>
      {takesNone ? (
        <div className="flex justify-end p-2 pt-0">
          <Button size="sm" onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      ) : field.options ? (
        <ListPicker
          label={field.label}
          options={withCounts(field.options, occurring)}
          chosen={values}
          multiple
          onPick={(id) => {
            const next = toggled(values, id)
            // A filter needs a value: the last one stays.
            if (next.length > 0) change({ ...draft, values: next })
          }}
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

interface TypedValuesProps {
  field: FilterField
  condition: Condition
  occurring: Occurring | null
  isWell: (condition: Condition) => boolean
  onEnter: (values: readonly string[]) => void
}

/** Texts, numbers and days, which are typed. Values that occur are suggested. */
function TypedValues({ field, condition, occurring, isWell, onEnter }: TypedValuesProps) {
  const { t } = useTranslation()
  const listId = useId()
  const isBetween = condition.operator === 'between'
  const [first = '', last = ''] = condition.values
  const [typed, setTyped] = useState<readonly [string, string]>([first, last])
  const [isRefused, setRefused] = useState(false)
  const type = { number: 'number', date: 'date' } as const
  const input = {
    type: field.type === 'number' || field.type === 'date' ? type[field.type] : 'text',
    step: 'any',
    autoComplete: 'off',
    'aria-invalid': isRefused || undefined,
    ...(field.type === 'text' && occurring && { list: listId }),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = (isBetween ? typed : typed.slice(0, 1)).map((value) => value.trim())
    if (values.includes('') || !isWell({ ...condition, values })) return setRefused(true)
    onEnter(values)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2 p-2 pt-0">
      <Input
        {...input}
        aria-label={isBetween ? t('From') : t('Value')}
        value={typed[0]}
        onChange={({ target }) => setTyped([target.value, typed[1]])}
      />
      {isBetween && (
        <Input
          {...input}
          aria-label={t('To')}
          value={typed[1]}
          onChange={({ target }) => setTyped([typed[0], target.value])}
        />
      )}
      <datalist id={listId}>
        {[...(occurring ?? [])].map(([value, count]) => (
          <option key={value} value={value} label={String(count)} />
        ))}
      </datalist>
      <p role="alert" className="text-destructive-foreground text-xs empty:hidden">
        {isRefused && t('Enter a value that this field can have.')}
      </p>
      <Button type="submit" size="sm" className="self-end">
        {t('Apply')}
      </Button>
    </form>
  )
}
