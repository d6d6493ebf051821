import type { HistoryPart } from '../port/history.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { once } from './once.ts'

/** What happened to a record; its code is loaded with the first call. */
export function createHistory(connect: Connect, findCaller: FindCaller): HistoryPart {
  const load = once(async () => {
    const { createHistoryOnDemand } = await import('./history-on-demand.ts').catch(chunkMissing)
    return createHistoryOnDemand(connect, findCaller)
  })
  return { page: async (recordId, after) => (await load()).page(recordId, after) }
}
