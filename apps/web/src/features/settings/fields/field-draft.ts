import { OWN } from '@cairn/workspace/port/records/field-keys'
import { COLORS, FIELD_TYPES } from '@cairn/workspace/port/records/fields'
import type {
  OwnChoice,
  OwnField,
  OwnFieldType,
  OwnFieldWords,
} from '@cairn/workspace/port/records/own-fields'
import { ownField, type RecordField } from '@/catalogue/fields/field.ts'

/** A choice that is being edited: a choice that is not stored yet has an empty id, and a key like the others. */
export interface DraftChoice extends OwnChoice {
  key: string
}

/** A field that an admin is editing. */
export interface FieldDraft extends Omit<OwnFieldWords, 'choices'>, OwnFieldType {
  /** Null for a new one. */
  id: string | null
  choices: readonly DraftChoice[]
  /** The text of a further choice that is still being typed. */
  nextChoice: string
}

export const NEW_FIELD: FieldDraft = {
  id: null,
  name: '',
  type: FIELD_TYPES[0],
  recordKind: null,
  help: '',
  unit: '',
  choices: [],
  nextChoice: '',
  required: false,
  defaultValue: null,
  section: '',
}

export function draftOf(field: OwnField): FieldDraft {
  const { id, name, type, recordKind, help, unit, choices, required, defaultValue, section } = field
  const drafted = choices.map((choice) => ({ ...choice, key: choice.id }))
  return {
    id,
    name,
    type,
    recordKind,
    help,
    unit,
    choices: drafted,
    nextChoice: '',
    required,
    defaultValue,
    section,
  }
}

/** Whether a field of this type has choices. */
export function hasChoices({ type }: Pick<FieldDraft, 'type'>): boolean {
  return type === 'choice' || type === 'choices'
}

/**
 * Returns the draft without its id and type: the content of a change. A choice that is still being typed belongs to it;
 * choices that were entered for another type do not.
 */
export function wordsOf(draft: FieldDraft): OwnFieldWords {
  const { name, help, unit, required, defaultValue, section } = draft
  const choices = hasChoices(draft) ? withNextChoice(draft).map(({ key: _, ...choice }) => choice) : []
  return { name, help, unit, choices, required, defaultValue, section }
}

/** Whether two drafts have the same content. Another type alone is no loss: it takes one press. */
export function saysTheSame(one: FieldDraft, other: FieldDraft): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))
}

/** Returns the content of a new field. */
export function newFieldOf(draft: FieldDraft): OwnFieldWords & OwnFieldType {
  const { type, recordKind } = draft
  return { ...wordsOf(draft), type, recordKind }
}

/** Whether the typed further choice is among the choices already. */
export function isNextTaken({ choices, nextChoice }: FieldDraft): boolean {
  const wanted = nextChoice.trim().toLowerCase()
  return choices.some(({ name }) => name.toLowerCase() === wanted)
}

/** Returns the choices, with the one that is being typed at the end. */
export function withNextChoice(draft: FieldDraft): readonly DraftChoice[] {
  const { choices, nextChoice } = draft
  const name = nextChoice.trim()
  if (name === '' || isNextTaken(draft)) return choices
  const isKey = (key: string) => choices.some((choice) => choice.key === key)
  let number = choices.length + 1
  // No id contains a blank, so no stored choice has such a key.
  while (isKey(`new ${number}`)) number += 1
  const color = COLORS[(choices.length + 1) % COLORS.length] ?? 'gray'
  return [...choices, { id: '', key: `new ${number}`, name, color }]
}

/** The key of a new field in the preview. */
const PREVIEW_KEY = `${OWN}new field`

/** Returns the draft as the form of a record shows it. Choices that have no id yet are identified by their names. */
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
  const choices = draft.choices.map(({ id, name, color }) => ({ id: id || name, name, color }))
  return {
    ...ownField({ ...field, id: '' }),
    choices,
    key: stored === null ? PREVIEW_KEY : OWN + stored.key,
  }
}

/** Returns the fields of the form with the draft in its place; a new one is last. */
export function withDraft(fields: readonly OwnField[], draft: FieldDraft | null): readonly RecordField[] {
  const known = fields.map((field) => (draft?.id === field.id ? previewOf(draft, field) : ownField(field)))
  return draft !== null && draft.id === null && draft.name.trim() !== ''
    ? [...known, previewOf(draft, null)]
    : known
}

/** Returns the fields with these ids, in the order of the ids. */
export function inOrder(fields: readonly OwnField[], ids: readonly string[]): readonly OwnField[] {
  return ids.flatMap((id) => fields.find((field) => field.id === id) ?? [])
}
