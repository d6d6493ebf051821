import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import {
  BUILT_IN_FIELDS,
  BUILT_IN_KEYS,
  type BuiltInField,
  type Color,
  type FieldType,
  type FieldValue,
} from '@cairn/workspace/port/records/fields'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import type { TFunction } from 'i18next'

/** An option of a choice field. */
interface FieldChoice {
  id: string
  name: string
  color: Color
}

/** A built-in or custom field, in the reader's language. */
export interface RecordField {
  /** Its key in the values of a record, in the history, in filters, orders and columns. */
  key: string
  label: string
  type: FieldType
  /** Empty for none, as are unit and section. */
  help: string
  /** Of a number. */
  unit: string
  /** A new record needs a value. */
  required: boolean
  choices: readonly FieldChoice[]
  /** Of which kind the records are that a field of the type `record` names. */
  recordKind: CatalogueKind | null
  /** The group under which it stands. */
  section: string
  /** Of a text; null where the length is not limited. */
  maxLength: number | null
  isOwn: boolean
  /** The value of a new record that names none. */
  defaultValue: FieldValue | null
}

/** The fields that every catalogue has, in their order. */
export function builtInFields(t: TFunction): readonly RecordField[] {
  return BUILT_IN_KEYS.map((key) => {
    const { label, type, choices = [], maxLength }: BuiltInField = BUILT_IN_FIELDS[key]
    return {
      key,
      label: t(label),
      type,
      help: '',
      unit: '',
      required: false,
      choices: choices.map(({ id, name, color }) => ({ id, name: t(name), color })),
      recordKind: null,
      section: '',
      maxLength: maxLength ?? null,
      isOwn: false,
      defaultValue: null,
    }
  })
}

/** The maximum lengths of custom texts. */
const LONGEST: Partial<Record<FieldType, number>> = { text: 500, long_text: 5000 }

/** A custom field that the account has defined. */
export function ownField(field: OwnField): RecordField {
  const { key, name, type, help, unit, required, choices, recordKind, section, defaultValue } = field
  return {
    ...{ type, help, unit, required, choices, recordKind, section, defaultValue },
    key: OWN + key,
    label: name,
    maxLength: LONGEST[type] ?? null,
    isOwn: true,
  }
}
