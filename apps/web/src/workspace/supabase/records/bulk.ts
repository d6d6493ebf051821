import type { BulkPart } from '@cairn/workspace/port/records/bulk'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Changes to many records; their code is loaded with the first call. */
export function createBulk(connect: Connect): BulkPart {
  const bulk = lazyPart(
    () => import('./bulk-on-demand.ts'),
    (code) => code.createBulkOnDemand(connect),
  )
  return {
    preview: bulk.call((part) => part.preview),
    change: bulk.call((part) => part.change),
  }
}
