import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord, ChangeOutcome, RecordInput } from '@cairn/workspace/port/records/records'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { valueReader } from '@cairn/workspace/rules/conditions'
import type { CatalogueDefinition, FormMapping } from '../../definition.ts'
import { isEmptyValue, withValue as setValue } from '../../fields/values.ts'

/** Returns the value of a record in a column that can be edited in its row; null for none. */
export function presentValue(record: CatalogueRecord, column: string): FieldValue | null {
  return valueReader(column)(record) ?? null
}

/** Returns the record with another value there. */
export function withValue<Item extends CatalogueRecord>(
  record: Item,
  column: string,
  value: FieldValue | null,
): Item {
  const text = typeof value === 'string' && value !== '' ? value : null
  switch (column) {
    case 'status':
      return { ...record, status: text }
    case 'owner':
      return { ...record, ownerId: text }
    case 'tags':
      return { ...record, tags: typeof value === 'object' ? (value ?? []) : [] }
    default: {
      const stored = value ?? undefined
      return { ...record, fields: setValue(record.fields, column, isEmptyValue(stored) ? undefined : stored) }
    }
  }
}

/** Whether two records have the same value there. */
export function isSame(one: CatalogueRecord, other: CatalogueRecord, column: string): boolean {
  return JSON.stringify(presentValue(one, column)) === JSON.stringify(presentValue(other, column))
}

/** Whether a change keeps the record's words: a form replaces words that it does not know. */
export function keepsWords(record: CatalogueRecord, change: object): boolean {
  const had = new Map<string, unknown>(Object.entries(record))
  return Object.entries(change).every(([name, word]) => {
    const before = had.get(name)
    return typeof word !== 'string' || typeof before !== 'string' || word === before
  })
}

/** Saves a record as `next`, if it still has the version of `seen`. */
export type SaveRecord<Item> = (workspace: Workspace, seen: Item, next: Item) => Promise<ChangeOutcome<Item>>

/** Saves records of a catalogue in the way of its form, which knows all parts of a change. */
export function recordSaver<
  Item extends CatalogueRecord,
  New,
  Change extends RecordInput & { status: string },
  Form,
>(options: {
  catalogue: CatalogueDefinition<Item, New, Change>
  mapping: FormMapping<Item, New, Change, Form>
}): SaveRecord<Item> {
  const { catalogue, mapping } = options
  return async (workspace, seen, next) => {
    const change = mapping.changed(mapping.formOf(next))
    if (!keepsWords(next, change))
      throw new WorkspaceError(
        phrase(
          'This record has a value that is not known here. Change it in the form, where it can be seen.',
        ),
        { kind: 'refused' },
      )
    return catalogue.part(workspace).update(seen.id, change, seen.version)
  }
}
