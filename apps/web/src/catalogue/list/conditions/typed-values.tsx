import type { Condition } from '@cairn/workspace/port/records/conditions'
import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusNewFault } from '@/lib/browser/focus-fault.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { DayControl } from '../../fields/day-control.tsx'
import { fieldProblem } from '../../fields/field-problem.ts'
import { NumberControl } from '../../fields/number-control.tsx'
import type { FilterField } from './filter-fields.tsx'
import type { Occurring } from './occurring.ts'

interface TypedValuesProps {
  field: FilterField
  condition: Condition
  occurring: Occurring | null
  isWell: (condition: Condition) => boolean
  onEnter: (values: readonly string[]) => void
}

type Typed = FieldValue | undefined

/** Texts, numbers and days, which are typed. Values that occur are suggested. */
export function TypedValues({ field, condition, occurring, isWell, onEnter }: TypedValuesProps) {
  const { t, i18n } = useTranslation()
  const listId = useId()
  const isBetween = condition.operator === 'between'
  const [entered, setEntered] = useState<readonly Typed[]>(
    (isBetween ? [0, 1] : [0]).map((place) => typedOf(field, condition.values[place])),
  )
  const [isRefused, setRefused] = useState(false)
  const values = entered.map((value) => String(value ?? '').trim())
  const problemOf = (value: Typed): string | null => {
    const unknown = t('Enter a value that this field can have.')
    if (value === undefined || String(value).trim() === '') return unknown
    if (field.type !== 'number' && field.type !== 'date') return null
    return fieldProblem({ ...field, required: true, maxLength: null }, value, t, i18n.language)
  }
  const problems = entered.map(problemOf)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (problems.every((problem) => problem === null) && isWell({ ...condition, values }))
      return onEnter(values)
    setRefused(true)
    focusNewFault(event.currentTarget)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2 p-2 pt-0">
      {entered.map((_, place) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the last value, each in its place.
          key={place}
          label={isBetween ? [t('From'), t('To')][place] : <span className="sr-only">{t('Value')}</span>}
          error={isRefused && (problems[place] ?? (isWell({ ...condition, values }) ? null : problemOf('')))}
        >
          <TypedControl
            field={field}
            value={entered[place]}
            suggestions={occurring && listId}
            onEnter={(next) => setEntered(entered.map((one, at) => (at === place ? next : one)))}
          />
        </Field>
      ))}
      <datalist id={listId}>
        {[...(occurring ?? [])].map(([value, count]) => (
          <option key={value} value={value} label={String(count)} />
        ))}
      </datalist>
      <Button type="submit" size="sm" className="self-end">
        {t('Apply')}
      </Button>
    </form>
  )
}

interface TypedControlProps {
  field: FilterField
  value: Typed
  /** The ID of the list of values that occur; null where it is not known. */
  suggestions: string | null
  onEnter: (value: Typed) => void
}

function TypedControl({ field, value, suggestions, onEnter }: TypedControlProps) {
  switch (field.type) {
    case 'number':
      return <NumberControl unit={field.unit} value={value} onChange={onEnter} />
    case 'date':
      return <DayControl value={String(value ?? '')} onChange={onEnter} />
    default:
      return (
        <Input
          autoComplete="off"
          {...(field.type === 'text' && suggestions !== null && { list: suggestions })}
          value={String(value ?? '')}
          onChange={({ target }) => onEnter(target.value)}
        />
      )
  }
}

/** A value of a condition as its input has it. */
function typedOf({ type }: FilterField, word: string | undefined): Typed {
  return type === 'number' && word !== undefined ? Number(word) : word
}
