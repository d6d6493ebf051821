import type { FoundPart } from '@cairn/workspace/port/found'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What was found; its code is loaded with the first call. */
export function createFound(connect: Connect): FoundPart {
  const found = lazyPart(
    () => import('./found-on-demand.ts'),
    (code) => code.createFoundOnDemand(connect),
  )
  return {
    list: found.call((part) => part.list),
    groups: found.call((part) => part.groups),
    review: found.call((part) => part.review),
    ignore: found.call((part) => part.ignore),
    takeBack: found.call((part) => part.takeBack),
    leaveForLater: found.call((part) => part.leaveForLater),
    sources: found.call((part) => part.sources),
    addSource: found.call((part) => part.addSource),
    renewKey: found.call((part) => part.renewKey),
    deleteSource: found.call((part) => part.deleteSource),
  }
}
