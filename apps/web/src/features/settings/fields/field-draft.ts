import { OWN } from '@cairn/workspace/port/records/field-keys'
import { FIELD_TYPES } from '@cairn/workspace/port/records/fields'
import type { OwnField, OwnFieldType, OwnFieldWords } from '@cairn/workspace/port/records/own-fields'
import { ownField, type RecordField } from '@/catalogue/fields/field.ts'

/** A field as an admin is just writing it. */
export interface FieldDraft extends OwnFieldWords, OwnFieldType {
  /** Null for a new one. */
  id: string | null
}

export const NEW_FIELD: FieldDraft = {
  id: null,
  name: '',
  type: FIELD_TYPES[0],
  recordKind: null,
  help: '',
  unit: '',
  choices: [],
  required: false,
  defaultValue: null,
  section: '',
}

export function draftOf(field: OwnField): FieldDraft {
  const { id, name, type, recordKind, help, unit, choices, required, defaultValue, section } = field
  return { id, name, type, recordKind, help, unit, choices, required, defaultValue, section }
}

/** The draft without its id and type: what a change says. */
export function wordsOf({ id: _, type: __, recordKind: ___, ...words }: FieldDraft): OwnFieldWords {
  return words
}

/** The key under which a new field stands in the preview. */
const PREVIEW_KEY = `${OWN}new field`

/** The draft as the form of a record shows it. Choices that have no id yet are told apart by their names. */
export function previewOf(draft: FieldDraft, stored: OwnField | null): RecordField {
  const field = {
    ...draft,
    kind: 'system',
    key: '',
    place: 0,
    isRetired: false,
    deletedAt: null,
    version: '',
  } as const
  const choices = draft.choices.map((choice) => ({ ...choice, id: choice.id || choice.name }))
  return {
    ...ownField({ ...field, id: '' }),
    choices,
    key: stored === null ? PREVIEW_KEY : OWN + stored.key,
  }
}

/** The fields of the form with the draft in its place; a new one stands last. */
export function withDraft(fields: readonly OwnField[], draft: FieldDraft | null): readonly RecordField[] {
  const known = fields.map((field) => (draft?.id === field.id ? previewOf(draft, field) : ownField(field)))
  return draft !== null && draft.id === null && draft.name.trim() !== ''
    ? [...known, previewOf(draft, null)]
    : known
}
