import { OWN } from '@cairn/workspace/port/records/field-keys'
import { COLORS, FIELD_TYPES } from '@cairn/workspace/port/records/fields'
import type {
  OwnChoice,
  OwnField,
  OwnFieldType,
  OwnFieldWords,
} from '@cairn/workspace/port/records/own-fields'
import { ownField, type RecordField } from '@/catalogue/fields/field.ts'

/** An entry of the list as it is being written: one that is not stored yet has an empty id, and a key like the others. */
export interface DraftChoice extends OwnChoice {
  key: string
}

/** A field as an admin is just writing it. */
export interface FieldDraft extends Omit<OwnFieldWords, 'choices'>, OwnFieldType {
  /** Null for a new one. */
  id: string | null
  choices: readonly DraftChoice[]
  /** What is typed as a further choice, and not among them yet. */
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
 * The draft without its id and type: what a change says. A choice that is still being typed belongs to it; choices do not
 * that were entered for another type.
 */
export function wordsOf(draft: FieldDraft): OwnFieldWords {
  const { name, help, unit, required, defaultValue, section } = draft
  const choices = hasChoices(draft) ? withNextChoice(draft).map(({ key: _, ...choice }) => choice) : []
  return { name, help, unit, choices, required, defaultValue, section }
}

/** Whether one says what the other does. The type alone is no loss: it is one press. */
export function saysTheSame(one: FieldDraft, other: FieldDraft): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))
}

/** What a new field says. */
export function newFieldOf(draft: FieldDraft): OwnFieldWords & OwnFieldType {
  const { type, recordKind } = draft
  return { ...wordsOf(draft), type, recordKind }
}

/** Whether what is typed as a further choice is among them already. */
export function isNextTaken({ choices, nextChoice }: FieldDraft): boolean {
  const wanted = nextChoice.trim().toLowerCase()
  return choices.some(({ name }) => name.toLowerCase() === wanted)
}

/** The choices with the one behind them that is being typed. */
export function withNextChoice(draft: FieldDraft): readonly DraftChoice[] {
  const { choices, nextChoice } = draft
  const name = nextChoice.trim()
  if (name === '' || isNextTaken(draft)) return choices
  const isKey = (key: string) => choices.some((choice) => choice.key === key)
  let number = choices.length + 1
  // No id has a blank, so no key of a stored choice is like it.
  while (isKey(`new ${number}`)) number += 1
  const color = COLORS[(choices.length + 1) % COLORS.length] ?? 'gray'
  return [...choices, { id: '', key: `new ${number}`, name, color }]
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
  const choices = draft.choices.map(({ id, name, color }) => ({ id: id || name, name, color }))
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

/** The fields that have these ids, in the order of the ids. */
export function inOrder(fields: readonly OwnField[], ids: readonly string[]): readonly OwnField[] {
  return ids.flatMap((id) => fields.find((field) => field.id === id) ?? [])
}
