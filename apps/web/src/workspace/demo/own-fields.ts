import { DEMO_OWN_FIELDS } from '@cairn/workspace/examples/own-fields'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { OwnFieldsPart } from '@cairn/workspace/port/records/own-fields'
import { loaded, notSaved } from './answers.ts'

const save = () => notSaved(phrase('Fields'))

/** Fields of the examples, to look at. */
export const demoOwnFields: OwnFieldsPart = {
  list: () => loaded(() => DEMO_OWN_FIELDS),
  add: save,
  change: save,
  reorder: save,
  retire: save,
  remove: save,
  bringBack: save,
  countChoice: save,
  previewType: save,
  changeType: save,
}
