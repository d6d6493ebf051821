import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { BUILT_IN_FIELDS } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import type { RecordField } from '../fields/field.ts'

/** The columns of every record, the built-in fields among them, those of articles, and those that a catalogue has of its own. */
const NAMES = new Map<string, Phrase>([
  ['name', phrase('Name')],
  ['title', phrase('Title')],
  ['description', phrase('Description')],
  ['excerpt', phrase('Excerpt')],
  ['content', phrase('Content')],
  ['category', phrase('Category')],
  ['status', phrase('Status')],
  ['owner_id', phrase('Owner')],
  ['author_id', phrase('Author')],
  ['system_id', phrase('System')],
  ['handover', phrase('Handover')],
  ...Object.values(CATALOGUES).flatMap(({ fields }) => Object.entries(fields)),
  ...Object.entries(BUILT_IN_FIELDS).map(([key, { label }]) => [key, label] as const),
  ['links', phrase('Links')],
  ['tags', phrase('Tags')],
  // The cards name the kind of record too, which a change of one need not.
  ['experts', phrase('Experts')],
  ['tags', phrase('Tags')],
])

/**
 * What users call a column of a record; the column's own name where it has no other. What an own field is called is known
 * from the fields of its kind.
 */
export function fieldName(column: string, t: TFunction, fields: readonly RecordField[] = []): string {
  const label = fields.find(({ key }) => key === column)?.label
  if (label !== undefined) return label
  const name = NAMES.get(column)
  if (name !== undefined) return t(name)
  return column.startsWith(OWN) ? column.slice(OWN.length) : column
}
