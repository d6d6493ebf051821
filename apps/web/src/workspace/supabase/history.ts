import type { HistoryPart } from '../port/history.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { onDemand } from './on-demand.ts'

/** What happened to a record; its code is loaded with the first call. */
export function createHistory(connect: Connect, findCaller: FindCaller): HistoryPart {
  return onDemand(
    async () => (await import('./history-on-demand.ts')).createHistoryOnDemand(connect, findCaller),
    ['page'],
  )
}
