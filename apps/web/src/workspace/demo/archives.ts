import { phrase } from '@cairn/workspace/lib/phrase'
import type { ArchivesPart } from '@cairn/workspace/port/archives'
import { notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Archives'))

/** Guests have no account that could be archived. */
export const demoArchives: ArchivesPart = {
  state: async () => ({ archive: null, import: null, isEmpty: false }),
  request: refused,
  part: refused,
  remove: refused,
  takeIn: refused,
}
