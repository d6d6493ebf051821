import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '@/lib/text/numbers.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import type { RecordField } from '../fields/field.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { cleanValues, fieldProblem, fieldsToAsk } from '../fields/field-problem.ts'
import { fieldText } from '../fields/field-text.ts'
import { COST, keysShownFor, moneyOf, withCurrency } from '../fields/money.ts'
import { MoneyControl } from '../fields/money-control.tsx'
import { withValue } from '../fields/values.ts'
import type { EditedValue, Editing } from './editing.ts'
import { FieldPicks, isPicked, pickedValue } from './field-picks.tsx'
import { FieldShown } from './field-shown.tsx'
import { InlineValue } from './inline-value.tsx'
import { PickValue } from './pick-value.tsx'
import { PropertyRow } from './property.tsx'

export interface FieldPropertyProps<Item> {
  field: RecordField
  record: Item
  editing: Editing<Item>
  startsOpen?: boolean
  onGiveUp?: () => void
}

/** A value of a record in a built-in or custom field. */
export function FieldProperty<Item extends CatalogueRecord>(props: FieldPropertyProps<Item>) {
  const { label, type } = props.field
  return (
    <PropertyRow label={label} wide={type === 'long_text'}>
      <FieldPropertyValue {...props} />
    </PropertyRow>
  )
}

/** The value without its label. */
export function FieldPropertyValue<Item extends CatalogueRecord>(
  props: FieldPropertyProps<Item> & { isInLine?: boolean },
) {
  return isPicked(props.field) ? <PickedField {...props} /> : <TypedField {...props} />
}

function PickedField<Item extends CatalogueRecord>(props: FieldPropertyProps<Item> & { isInLine?: boolean }) {
  const { field, record, editing, ...rest } = props
  const textOf = useFieldText(field)
  const save = async (picked: readonly PickerOption[]) => {
    const next = withValue({}, field.key, pickedValue(field, picked))
    const text = field.type === 'record' ? (picked[0]?.label ?? '') : textOf(next)
    return editing?.save(editedField<Item>(field), next, text) ?? null
  }
  return (
    <PickValue
      {...rest}
      label={field.label}
      list={(open) => <FieldPicks field={field} value={record.fields[field.key]} open={open} />}
      save={editing && save}
    >
      <FieldShown field={field} values={record.fields} />
    </PickValue>
  )
}

function TypedField<Item extends CatalogueRecord>(props: FieldPropertyProps<Item>) {
  const { field, record, editing, ...rest } = props
  const { t, i18n } = useTranslation()
  const textOf = useFieldText(field)
  const property = editedField<Item>(field)
  const [asked = field] = fieldsToAsk([field], record.fields)
  const save = async (entered: FieldValues) => {
    const next = withCurrencyOf(field, cleanValues([field], entered))
    return editing?.save(property, next, textOf(next)) ?? null
  }
  return (
    <InlineValue
      {...rest}
      label={field.label}
      hint={field.help}
      value={property.read(record)}
      isLong={field.type === 'long_text'}
      check={(next) => fieldProblem(asked, next[field.key], t, i18n.language)}
      save={editing && save}
      control={(next, onChange) =>
        field.key === COST ? (
          <MoneyControl values={next} onChange={onChange} />
        ) : (
          <FieldControl
            field={field}
            value={next[field.key]}
            onChange={(value) => onChange(withValue(next, field.key, value))}
          />
        )
      }
    >
      <FieldShown field={field} values={record.fields} />
    </InlineValue>
  )
}

/** Gives the function that says the value of a field in words. */
function useFieldText(field: RecordField): (values: FieldValues) => string {
  const { t, i18n } = useTranslation()
  const person = useOwnerName()
  const { language } = i18n
  return (values) => {
    const [money, value] = [moneyOf(field, values), values[field.key]]
    if (money) return formatMoney(money.amount, money.currency, language)
    return value === undefined ? '' : fieldText(field, value, { t, language, person, record: (id) => id })
  }
}

/** The part of a record's values that a field shows: a cost comes with its currency. */
function editedField<Item extends CatalogueRecord>(field: RecordField): EditedValue<Item, FieldValues> {
  const keys = keysShownFor(field)
  const part = (values: FieldValues, isIn: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key) === isIn))
  return {
    id: field.key,
    label: field.label,
    read: ({ fields }) => part(fields, true),
    write: (record, value) => ({ ...record, fields: { ...part(record.fields, false), ...value } }),
    show: ({ fields }) => <FieldShown field={field} values={fields} />,
  }
}

function withCurrencyOf({ key }: RecordField, value: FieldValues): FieldValues {
  return key === COST ? withCurrency(value) : value
}
