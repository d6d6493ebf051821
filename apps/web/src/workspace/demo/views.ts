import { DEMO_VIEWS } from '@cairn/workspace/examples/views'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { ViewsPart } from '@cairn/workspace/port/records/views'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'

const save = () => notSaved(phrase('Views'))

/** The shared views of the example account. */
export const demoViews: ViewsPart = {
  list: () => loaded(() => DEMO_VIEWS.map(({ filter: _, ...view }) => view)),
  counts: () =>
    loaded(() =>
      DEMO_VIEWS.map(({ id, kind, filter }) => ({
        viewId: id,
        records: filterRecords(DEMO_RECORDS[kind](), filter).length,
        problem: null,
      })),
    ),
  add: save,
  change: save,
  set: save,
  order: save,
  remove: save,
}
