import type { ExportsPart } from '@cairn/workspace/port/exports'

/** Files of the examples; what writes spreadsheets is loaded with the first one. */
export const demoExports: ExportsPart = {
  records: async (...given) => (await import('./export-examples.ts')).exportExamples(...given),
  list: async (...given) => (await import('./export-examples.ts')).exportList(...given),
}
