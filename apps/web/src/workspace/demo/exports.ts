import type { ExportsPart } from '@cairn/workspace/port/exports'
import { lazy } from '@/lib/loading/lazy.ts'

const code = lazy(() => import('./exports-on-demand.ts'))

/** Files of the examples; what writes them is loaded with the first one. */
export const demoExports: ExportsPart = {
  records: code.call((part) => part.exportExamples),
  list: code.call((part) => part.exportList),
}
