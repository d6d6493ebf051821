import type { ActsPart } from '@cairn/workspace/port/records/acts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What was done to many records at a stroke; its code is loaded with the first call. */
export function createActs(connect: Connect): ActsPart {
  const acts = lazyPart(
    () => import('./acts-on-demand.ts'),
    (code) => code.createActsOnDemand(connect),
  )
  return {
    page: acts.call((part) => part.page),
    get: acts.call((part) => part.get),
    lines: acts.call((part) => part.lines),
    undo: acts.call((part) => part.undo),
    undoLast: acts.call((part) => part.undoLast),
  }
}
