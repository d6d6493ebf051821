import { FOUND_EXAMPLES } from '@cairn/workspace/examples/found'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { FoundPart } from '@cairn/workspace/port/found'
import { loaded, notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Imports'))

/** Guests see an inbox; they sign up to decide. */
export const demoFound: FoundPart = {
  list: ({ state, kind, source }, skip) =>
    loaded(() => {
      const items = FOUND_EXAMPLES.filter(
        (found) =>
          found.state === state &&
          found.kind === (kind ?? found.kind) &&
          found.source === (source ?? found.source),
      )
      return { items: items.slice(skip), total: items.length }
    }),
  groups: async () => FOUND_EXAMPLES.map(({ kind, source, state }) => ({ kind, source, state, count: 1 })),
  review: refused,
  ignore: refused,
  takeBack: refused,
  leaveForLater: refused,
  sources: async () => [],
  addSource: refused,
  renewKey: refused,
  deleteSource: refused,
}
