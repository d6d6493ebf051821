import { phrase } from '@cairn/workspace/lib/phrase'
import type { ImportsPart } from '@cairn/workspace/port/imports'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Imports'))

/**
 * The import for guests: they can choose a file and see how it is read; the server keeps a plan, so they must sign up
 * for it.
 */
export const demoImports: ImportsPart = {
  start: refused,
  addRows: refused,
  check: refused,
  get: async () => null,
  list: async () => [],
  rows: refused,
  decide: refused,
  decidePerson: refused,
  apply: refused,
  abandon: refused,
  matchOf: async () => null,
  wordsOf: async () => ({}),
  // The matches of guests are not remembered, which loses nothing.
  rememberMatch: async () => undefined,
}
