import { keyed } from '@cairn/workspace/lib/keyed'
import {
  BULK_REASONS,
  type BulkChange,
  type BulkPart,
  type BulkPreview,
  type BulkTarget,
  type FieldChange,
} from '@cairn/workspace/port/records/bulk'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact } from '@cairn/workspace/port/records/deletion'
import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'
import { demoImpact } from './deletion.ts'
import { fieldsOf, filtered, refuse } from './lists.ts'

/** How many of the records a preview names, as the server does. */
const FIRST_SHOWN = 50

/** The bulk changes for guests: they see the preview, and learn on applying it that nothing is saved. */
export const demoBulk: BulkPart = {
  preview: (target, change) =>
    loaded(() => {
      refuseUnknown(target, change)
      return bulkPreview(recordsOf(target), change, demoImpact)
    }),
  change: ({ kind }) => notSaved(CATALOGUES[kind].title),
}

/** Returns what a change would do to these records. */
export function bulkPreview(
  meant: readonly CatalogueRecord[],
  change: BulkChange,
  impactOf: (ids: readonly string[]) => readonly DeletionImpact[],
): BulkPreview {
  const already = meant.filter(isSo(change))
  const changing = meant.filter((record) => !already.includes(record))
  const deletes = change.action === 'delete' ? meant.map(({ id }) => id) : []
  return {
    ...{ total: meant.length, changes: meant.length - already.length, seenAt: '' },
    leftOut: { ...keyed(BULK_REASONS, () => 0), already: already.length },
    examples: already.map(({ id, name }) => ({ id, name, reason: 'already' })),
    before: countsOf(changing.map(beforeOf(change))),
    first: changing.slice(0, FIRST_SHOWN).map((record) => ({
      ...{ id: record.id, name: record.name },
      before: beforeOf(change)(record),
      fields: change.action === 'field' ? valuesOf(change, record) : {},
    })),
    ...{ deletes, impact: impactOf(deletes) },
  }
}

function recordsOf(target: BulkTarget): readonly CatalogueRecord[] {
  const records = DEMO_RECORDS[target.kind]()
  if (target.ids !== null) return records.filter(({ id }) => target.ids.includes(id))
  const { filter, except } = target
  return filtered(target.kind, records, filter).filter(({ id }) => !except.includes(id))
}

/** Refuses fields that the examples do not have. */
function refuseUnknown({ kind }: BulkTarget, change: BulkChange): void {
  if (change.action === 'field' && !fieldsOf(kind).some(({ key }) => key === change.key))
    refuse(`There is no field ${change.key}.`)
}

/** Returns the values of a record in the field that changes, of a cost both. */
function valuesOf({ key, value }: FieldChange, { fields }: CatalogueRecord): FieldValues {
  const keys = new Set([key, ...Object.keys(value)])
  return Object.fromEntries(Object.entries(fields).filter(([name]) => keys.has(name)))
}

/** Returns the owner or the status that a change replaces; for a field, whether there was a value. */
function beforeOf(change: BulkChange): (record: CatalogueRecord) => string | null {
  return (record) => {
    switch (change.action) {
      case 'owner':
        return record.ownerId
      case 'status':
        return record.status
      case 'field':
        return Object.keys(valuesOf(change, record)).length > 0 ? 'filled' : null
      default:
        return null
    }
  }
}

function countsOf(values: readonly (string | null)[]) {
  return [...new Set(values)]
    .map((value) => ({ value, total: values.filter((other) => other === value).length }))
    .toSorted((one, other) => other.total - one.total)
}

/** Whether a change would leave a record unchanged. The examples have no experts. */
function isSo(change: BulkChange): (record: CatalogueRecord) => boolean {
  switch (change.action) {
    case 'owner':
      return ({ ownerId }) => ownerId === change.value
    case 'status':
      return ({ status }) => status === change.value
    case 'add_tag':
      return ({ tags }) => tags.includes(change.value)
    case 'remove_tag':
      return ({ tags }) => !tags.includes(change.value)
    case 'field':
      return (record) => hasAlready(change, record)
    case 'expert':
    case 'delete':
      return () => false
  }
}

function hasAlready(change: FieldChange, record: CatalogueRecord): boolean {
  const has = valuesOf(change, record)
  const wanted = Object.entries(change.value)
  return (
    Object.keys(has).length === wanted.length &&
    wanted.every(([key, value]) => JSON.stringify(has[key]) === JSON.stringify(value))
  )
}
