import type { BulkTarget, FieldChange } from '@cairn/workspace/port/records/bulk'
import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { fieldKeyOf } from '@cairn/workspace/rules/field-key'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusNewFault } from '@/lib/browser/focus-fault.ts'
import { toggled } from '@/lib/toggled.ts'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import type { RecordField } from '../fields/field.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { COST, isShownAlone } from '../fields/money.ts'
import { MoneyControl } from '../fields/money-control.tsx'
import { useFields } from '../fields/use-fields.ts'
import { withValue } from '../fields/values.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { bulkValueOf } from './bulk-value.ts'
import { bulkValueProblem } from './bulk-words.ts'

interface BulkFieldProps {
  target: BulkTarget
  /** How many records are selected. */
  count: number
  onClose: () => void
  onDone: () => void
}

const NOTHING: FieldValues = {}

/** Asks for a field and its value for many records, and then whether they are to change so. */
export function BulkField({ target, count, onClose, onDone }: BulkFieldProps) {
  const { t } = useTranslation()
  const entry = useFieldEntry(target)
  const { fields, chosen, field, isEmptied, values, problem, change } = entry
  const { leave, question } = useLeaveGuard(entry.isChanged, onClose)
  return (
    <>
      <EntityDialog
        open
        narrow
        onOpenChange={() => leave(onClose)}
        title={t('Set a field')}
        description={t('{{count}} selected', { count })}
        onSubmit={entry.submit}
        footer={<SubmitButtons label={t('Continue')} pending={false} onCancel={() => leave(onClose)} />}
      >
        <div className="flex flex-col gap-4">
          <FieldChoice
            fields={fields}
            chosen={chosen}
            problem={field ? null : problem}
            onChoose={entry.choose}
          />
          {field && !isEmptied && (
            <ValueField
              key={field.key}
              field={field}
              values={values}
              problem={problem}
              onChange={entry.enter}
            />
          )}
          {field && (
            <Emptying field={field} checked={isEmptied} onChange={() => entry.toggleEmptied(field)} />
          )}
        </div>
      </EntityDialog>
      {question}
      {change && (
        <BulkDialog
          target={target}
          change={change}
          onClose={entry.dropChange}
          onDone={onDone}
          // There is no other change in the place of this one.
          onInstead={entry.dropChange}
        />
      )}
    </>
  )
}

/** The chosen field and the entered values, until they make a change. */
function useFieldEntry(target: BulkTarget) {
  const { t, i18n } = useTranslation()
  const fields = useFields(target.kind).filter(isShownAlone)
  const [chosen, setChosen] = useState<string | null>(null)
  /** Those of all fields that were chosen: passing by another one loses nothing. */
  const [values, setValues] = useState(NOTHING)
  const [emptied, setEmptied] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [change, setChange] = useState<FieldChange | null>(null)
  const field = fields.find(({ key }) => key === chosen)
  const isEmptied = field !== undefined && emptied.includes(field.key)
  const problemNow = (): string | null => {
    if (!field) return t('Choose a field first.')
    return isEmptied ? null : bulkValueProblem(field, values[field.key], t, i18n.language)
  }
  return {
    fields,
    chosen,
    field,
    isEmptied,
    values,
    problem,
    change,
    isChanged: emptied.length > 0 || Object.keys(values).length > 0,
    choose(key: string) {
      setChosen(key)
      setProblem(null)
    },
    enter(next: FieldValues) {
      setValues(next)
      setProblem(null)
    },
    toggleEmptied({ key }: RecordField) {
      setEmptied(toggled(emptied, key))
      setProblem(null)
    },
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      const key = fieldKeyOf(chosen ?? '')
      const found = problemNow()
      setProblem(found)
      if (key !== null && field && found === null)
        return setChange({ action: 'field', key, value: isEmptied ? {} : bulkValueOf(field, values) })
      focusNewFault(event.currentTarget)
    },
    dropChange: () => setChange(null),
  }
}

interface FieldChoiceProps {
  fields: readonly RecordField[]
  /** The key of the chosen field. */
  chosen: string | null
  problem: string | null
  onChoose: (key: string) => void
}

function FieldChoice({ fields, chosen, problem, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('Field')} error={problem}>
      <Select value={chosen ?? ''} onChange={({ target: { value } }) => onChoose(value)}>
        <option value="" disabled>
          {t('Choose a field')}
        </option>
        {fields.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface ValueFieldProps {
  field: RecordField
  values: FieldValues
  problem: string | null
  onChange: (values: FieldValues) => void
}

/** The value, with what the field is entered with in forms. That none is given is said below it. */
function ValueField({ field, values, problem, onChange }: ValueFieldProps) {
  return (
    <Field label={field.label} hint={field.help} error={problem} required>
      {field.key === COST ? (
        <MoneyControl values={values} onChange={onChange} />
      ) : (
        <FieldControl
          field={{ ...field, required: true }}
          value={values[field.key]}
          onChange={(value) => onChange(withValue(values, field.key, value))}
        />
      )}
    </Field>
  )
}

interface EmptyingProps {
  field: RecordField
  checked: boolean
  onChange: () => void
}

function Emptying({ field, checked, onChange }: EmptyingProps) {
  const { t } = useTranslation()
  if (field.required)
    return (
      <p className="text-muted-foreground text-xs">
        {t('{{field}} is required, so it cannot be emptied.', { field: field.label })}
      </p>
    )
  return (
    <Checkbox
      label={t('Empty this field')}
      hint={t('The records have no value in it any more.')}
      checked={checked}
      onChange={onChange}
    />
  )
}
