import { keyed } from '../../lib/keyed.ts'
import { BULK_REASONS, type BulkPart } from '../port/bulk.ts'
import { CATALOGUES } from '../port/catalogues.ts'
import { filterRecords } from '../rules/filter-records.ts'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'
import { demoImpact } from './deletion.ts'
import { hasGap } from './gaps.ts'

/** Guests see what would come of it, and hear on doing it that nothing is kept. */
export const demoBulk: BulkPart = {
  preview: ({ kind, ids, filter }, { action }) =>
    loaded(() => {
      const meant =
        ids === null
          ? filterRecords(DEMO_RECORDS[kind](), filter)
              .filter((record) => filter.gaps.length === 0 || filter.gaps.some((gap) => hasGap(record, gap)))
              .map(({ id }) => id)
          : ids
      const leftOut = keyed(BULK_REASONS, () => 0)
      const deletes = action === 'delete' ? meant : []
      return {
        ...{ total: meant.length, changes: meant.length, leftOut, examples: [], seenAt: '' },
        ...{ deletes, impact: demoImpact(deletes) },
      }
    }),
  change: ({ kind }) => notSaved(CATALOGUES[kind].title),
  undo: () => notSaved(CATALOGUES.system.title),
}
