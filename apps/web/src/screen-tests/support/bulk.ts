import type { ActUndo } from '@cairn/workspace/port/records/acts'
import type {
  BulkChange,
  BulkOutcome,
  BulkPart,
  BulkPreview,
  BulkTarget,
} from '@cairn/workspace/port/records/bulk'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact, DeletionOptions } from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { bulkPreview } from '@/workspace/demo/bulk.ts'
import { filtered } from '@/workspace/demo/lists.ts'
import type { Kept } from './catalogue.ts'

interface Effects {
  impactOf: (ids: readonly string[]) => readonly DeletionImpact[]
  /** Moves the links to deleted records; called with the options of the deletion. */
  unlink: (ids: readonly string[], options: DeletionOptions) => void
  /** Returns a function that brings all records back as they are now. */
  snapshot: () => () => void
  /** The records that the user of the screen may not change. */
  fixed: readonly string[]
}

/** The record after a change, or null where it is deleted. */
function after(record: CatalogueRecord, change: BulkChange): CatalogueRecord | null {
  switch (change.action) {
    case 'owner':
      return { ...record, ownerId: change.value }
    case 'status':
      return { ...record, status: change.value }
    case 'add_tag':
      return { ...record, tags: [...record.tags, change.value] }
    case 'remove_tag':
      return { ...record, tags: record.tags.filter((tag) => tag !== change.value) }
    case 'field': {
      const { [change.key]: _, ...others } = record.fields
      return { ...record, fields: { ...others, ...change.value } }
    }
    case 'delete':
      return null
    case 'expert':
      return record
  }
}

function meantOf(kind: CatalogueKind, records: readonly CatalogueRecord[], target: BulkTarget) {
  if (target.ids !== null) return records.filter(({ id }) => target.ids.includes(id))
  const { filter, except } = target
  return filtered(kind, records, filter).filter(({ id }) => !except.includes(id))
}

/** Changes of many records of one kind, and how they are taken back. */
export function bulkPart(kind: CatalogueKind, records: Kept<CatalogueRecord>, effects: Effects) {
  const acts = new Map<string, { changed: number; restore: () => void }>()
  const preview = (target: BulkTarget, change: BulkChange): BulkPreview => {
    const meant = meantOf(kind, records.all(), target)
    const fixed = meant.filter(({ id }) => effects.fixed.includes(id))
    const seen = bulkPreview(
      meant.filter((record) => !fixed.includes(record)),
      change,
      effects.impactOf,
    )
    return {
      ...seen,
      total: meant.length,
      leftOut: { ...seen.leftOut, no_right: fixed.length },
      examples: [
        ...fixed.map(({ id, name }) => ({ id, name, reason: 'no_right' as const })),
        ...seen.examples,
      ],
    }
  }
  const bulk: BulkPart = {
    preview: async (target, change) => preview(target, change),
    async change(target, change, _seenAt, options) {
      const seen = preview(target, change)
      const left = new Set(seen.examples.map(({ id }) => id))
      const ids = meantOf(kind, records.all(), target).flatMap(({ id }) => (left.has(id) ? [] : [id]))
      const act = crypto.randomUUID()
      acts.set(act, { changed: ids.length, restore: effects.snapshot() })
      records.set(
        records
          .all()
          .flatMap((record) => (ids.includes(record.id) ? (after(record, change) ?? []) : [record])),
      )
      if (change.action === 'delete') effects.unlink(ids, options)
      const { total, changes, leftOut, examples }: BulkOutcome = seen
      return { total, changes, leftOut, examples, act: ids.length > 0 ? act : null }
    },
  }
  const undo = async (id: string): Promise<ActUndo> => {
    const done = acts.get(id)
    if (!done) return { act: null, undone: 0, left: [] }
    acts.delete(id)
    done.restore()
    return { act: crypto.randomUUID(), undone: done.changed, left: [] }
  }
  const undoLast = async () => {
    const last = [...acts.keys()].at(-1)
    return last === undefined ? null : undo(last)
  }
  return { bulk, undo, undoLast }
}
