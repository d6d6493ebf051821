import type { ExportsPart } from '@cairn/workspace/port/exports'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Files of what lists show; their code is loaded with the first one. */
export function createExports(connect: Connect): ExportsPart {
  const exports = lazyPart(
    () => import('./exports-on-demand.ts'),
    (code) => code.createExportsOnDemand(connect),
  )
  return { records: exports.call((part) => part.records), list: exports.call((part) => part.list) }
}
