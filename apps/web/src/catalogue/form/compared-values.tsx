import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { RecordField } from '../fields/field.ts'
import type { WithFields } from '../fields/field-input.tsx'
import { FieldValueView } from '../fields/field-value.tsx'
import { isShownAlone, keysShownFor, withCurrency } from '../fields/money.ts'
import type { ComparedField } from './compared-field.ts'

/** How the values of fields are shown where two states of a form are compared: each by itself, a cost with its currency. */
export function comparedValues<Form extends WithFields>(
  fields: readonly RecordField[],
): readonly ComparedField<Form>[] {
  const known = new Set(fields.map(({ key }) => key))
  return [
    ...fields.filter(isShownAlone).map((field) => comparedValue<Form>(field)),
    {
      id: 'fields',
      label: '',
      isHidden: true,
      show: () => null,
      ...partOf<Form>((key) => !known.has(key)),
    },
  ]
}

function comparedValue<Form extends WithFields>(field: RecordField): ComparedField<Form> {
  const keys = keysShownFor(field)
  return {
    id: field.key,
    label: field.label,
    show: (form) =>
      form.fields[field.key] !== undefined && <FieldValueView field={field} values={form.fields} />,
    ...partOf<Form>((key) => keys.includes(key)),
  }
}

/** The values with some of the keys. */
function partOf<Form extends WithFields>(has: (key: string) => boolean) {
  const entries = (values: FieldValues, isIn: boolean) =>
    Object.entries(withCurrency(values)).filter(([key]) => has(key) === isIn)
  return {
    read: (form: Form) => entries(form.fields, true).sort(([one], [other]) => (one < other ? -1 : 1)),
    take: (form: Form, from: Form): Form => ({
      ...form,
      fields: Object.fromEntries([...entries(form.fields, false), ...entries(from.fields, true)]),
    }),
  }
}
