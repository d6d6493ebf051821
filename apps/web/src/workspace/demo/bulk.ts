import { keyed } from '@cairn/workspace/lib/keyed'
import {
  BULK_REASONS,
  type BulkChange,
  type BulkPart,
  type BulkTarget,
} from '@cairn/workspace/port/records/bulk'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'
import { demoImpact } from './deletion.ts'
import { filtered } from './lists.ts'

/** Guests see what would come of it, and hear on doing it that nothing is kept. */
export const demoBulk: BulkPart = {
  preview: (target, change) =>
    loaded(() => {
      const meant = recordsOf(target)
      const already = meant.filter(isSo(change))
      const changing = meant.filter((record) => !already.includes(record))
      const deletes = change.action === 'delete' ? meant.map(({ id }) => id) : []
      return {
        ...{ total: meant.length, changes: meant.length - already.length, seenAt: '' },
        leftOut: { ...keyed(BULK_REASONS, () => 0), already: already.length },
        examples: already.map(({ id, name }) => ({ id, name, reason: 'already' })),
        before: countsOf(changing.map(beforeOf(change))),
        first: changing.map((record) => ({
          ...{ id: record.id, name: record.name },
          before: beforeOf(change)(record),
        })),
        ...{ deletes, impact: demoImpact(deletes) },
      }
    }),
  change: ({ kind }) => notSaved(CATALOGUES[kind].title),
}

function recordsOf(target: BulkTarget): readonly CatalogueRecord[] {
  const records = DEMO_RECORDS[target.kind]()
  if (target.ids !== null) return records.filter(({ id }) => target.ids.includes(id))
  const { filter, except } = target
  return filtered(target.kind, records, filter).filter(({ id }) => !except.includes(id))
}

/** The owner or the status that a change takes away. */
function beforeOf({ action }: BulkChange): (record: CatalogueRecord) => string | null {
  return ({ ownerId, status }) => (action === 'owner' ? ownerId : action === 'status' ? status : null)
}

function countsOf(values: readonly (string | null)[]) {
  return [...new Set(values)]
    .map((value) => ({ value, total: values.filter((other) => other === value).length }))
    .toSorted((one, other) => other.total - one.total)
}

/** Whether a record is already as a change would make it. The examples have no experts. */
function isSo({ action, value }: BulkChange): (record: CatalogueRecord) => boolean {
  switch (action) {
    case 'owner':
      return ({ ownerId }) => ownerId === value
    case 'status':
      return ({ status }) => status === value
    case 'add_tag':
      return ({ tags }) => tags.includes(value)
    case 'remove_tag':
      return ({ tags }) => !tags.includes(value)
    case 'expert':
    case 'delete':
      return () => false
  }
}
