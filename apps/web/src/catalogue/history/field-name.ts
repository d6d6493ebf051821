import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'

/** The columns of every record, those of articles, and those that a catalogue has of its own. */
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
  // The cards name the kind of record too, which a change of one need not.
  ['experts', phrase('Experts')],
])

/** What users call a column of a record; the column's own name where it has no other. */
export function fieldName(column: string, t: TFunction): string {
  const name = NAMES.get(column)
  return name === undefined ? column : t(name)
}
