import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { type Content, type Person, type Sheet, STATUSES, TAGS, type TagName } from './model.ts'

/** A change of one field: null takes the value away. */
export type FieldChange = readonly [key: string, value: FieldValue | null]

/** Returns the values after changes. */
export function changed(values: Sheet['values'], changes: readonly FieldChange[]): Sheet['values'] {
  const next: Record<string, FieldValue> = { ...values }
  for (const [key, value] of changes)
    if (value === null) delete next[key]
    else next[key] = value
  return next
}

const PEOPLE: readonly Person[] = ['Ada', 'Max', 'Leo']

/** Returns the tags of a line of the history, by their names. */
export const tagsOf = (stored: unknown): readonly TagName[] =>
  TAGS.filter((tag) => JSON.stringify(stored).includes(tag))

/** Returns the value of a field in a line of the history; null for none. */
export function heldValue(stored: unknown): FieldValue | null {
  if (Array.isArray(stored)) return stored.map(String)
  if (stored === '') return null
  return typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean'
    ? stored
    : null
}

/** Returns the content of a record with the value from a line of the history. */
export function contentWith(sheet: Sheet, field: string, stored: unknown): Partial<Content> {
  switch (field) {
    case 'status':
      return { status: STATUSES.find((status) => status === stored) ?? 'active' }
    case 'owner_id':
      return { owner: PEOPLE.find((person) => person === stored) ?? null }
    case 'tags':
      return { tags: tagsOf(stored) }
    default:
      return { values: changed(sheet.values, [[field, heldValue(stored)]]) }
  }
}
