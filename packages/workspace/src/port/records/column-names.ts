import { type Phrase, phrase } from '../../lib/phrase.ts'
import { CATALOGUES } from './catalogues.ts'
import { OWN } from './field-keys.ts'
import { BUILT_IN_FIELDS } from './fields.ts'

/** The names of the columns of every record with its built-in fields, of articles, and of each catalogue. */
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
  ['heartbeat', phrase('Heartbeat')],
  ...Object.values(CATALOGUES).flatMap(({ fields }) => Object.entries(fields)),
  ...Object.entries(BUILT_IN_FIELDS).map(([key, { label }]) => [key, label] as const),
  ['links', phrase('Links')],
  ['imported_from', phrase('Imported From')],
  ['source_id', phrase('Id at the Source')],
  ['tags', phrase('Tags')],
  // The cards name the kind of record too, which a change of one need not.
  ['experts', phrase('Experts')],
  ['relations', phrase('Relations')],
  ['maintenance', phrase('Maintenance windows')],
])

/**
 * The name of a column in the history. A custom field has the name that the account gave it: here it only gets the name
 * for a permanently deleted field. Null for an unknown column.
 */
export function columnName(column: string): Phrase | null {
  return NAMES.get(column) ?? (column.startsWith(OWN) ? phrase('Deleted field') : null)
}
