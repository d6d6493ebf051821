import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { useController, useFormContext } from 'react-hook-form'
import { Field } from '@/ui/form/field.tsx'
import type { RecordField } from './field.ts'
import { FieldControl } from './field-control.tsx'
import { COST } from './money.ts'
import { MoneyControl } from './money-control.tsx'
import { withValue } from './values.ts'

/** A form that has the values of fields. */
export interface WithFields {
  fields: FieldValues
}

/** Where the fault of a field stands among those of a form: in names of inputs a dot has a meaning. */
export function faultName(key: string): string {
  return key.replace('.', ':')
}

/** The input of a field inside of a `FormProvider`, with its label and what is wrong. A cost comes with its currency. */
export function FieldInput({ field }: { field: RecordField }) {
  const { control, formState } = useFormContext<WithFields>()
  const { field: values } = useController({ name: 'fields', control })
  const problem = formState.errors.fields?.[faultName(field.key)]?.message
  return (
    <Field label={field.label} hint={field.help} error={problem} required={field.required}>
      {field.key === COST ? (
        <MoneyControl values={values.value} onChange={values.onChange} />
      ) : (
        <FieldControl
          field={field}
          value={values.value[field.key]}
          onChange={(value) => values.onChange(withValue(values.value, field.key, value))}
        />
      )}
    </Field>
  )
}
