import type { HistoryPart } from '@cairn/workspace/port/records/history'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What happened to a record; its code is loaded with the first call. */
export function createHistory(connect: Connect, findCaller: FindCaller): HistoryPart {
  const history = lazyPart(
    () => import('./history-on-demand.ts'),
    (code) => code.createHistoryOnDemand(connect, findCaller),
  )
  return { page: history.call((part) => part.page) }
}
