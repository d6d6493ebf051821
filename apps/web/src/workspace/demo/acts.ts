import { phrase } from '@cairn/workspace/lib/phrase'
import type { ActsPart } from '@cairn/workspace/port/records/acts'
import { loaded, notSaved } from './answers.ts'

/** Nothing that guests do is kept, so nothing was done to the examples. */
export const demoActs: ActsPart = {
  page: () => loaded(() => ({ items: [], total: 0 })),
  get: () => loaded(() => null),
  lines: () => loaded(() => []),
  undo: () => notSaved(phrase('Records')),
  undoLast: () => loaded(() => null),
}
