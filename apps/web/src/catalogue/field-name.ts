import type { TFunction } from 'i18next'
import { CATALOGUES } from '@/workspace/port/catalogues.ts'

/** The columns of every record, those of articles, and those that a catalogue has of its own. */
const NAMES = new Map([
  ['name', 'Name'],
  ['title', 'Title'],
  ['description', 'Description'],
  ['excerpt', 'Excerpt'],
  ['content', 'Content'],
  ['category', 'Category'],
  ['status', 'Status'],
  ['owner_id', 'Owner'],
  ['author_id', 'Author'],
  ['system_id', 'System'],
  ...Object.values(CATALOGUES).flatMap(({ fields }) => Object.entries(fields)),
])

/** What users call a column of a record; the column's own name where it has no other. */
export function fieldName(column: string, t: TFunction): string {
  return t(NAMES.get(column) ?? column)
}
