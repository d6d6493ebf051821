import { phrase } from '@cairn/workspace/lib/phrase'
import type { ImportsPart } from '@cairn/workspace/port/imports'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Imports'))

/** Guests can choose a file and see how it is read; a plan is kept by the server, so they sign up for it. */
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
  // What guests match is not remembered, and nothing is lost by it.
  rememberMatch: async () => undefined,
}
