import type { HandoversPart } from '@cairn/workspace/port/records/handovers'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Handing records over, and answering; the code is loaded with the first call. */
export function createHandovers(connect: Connect): HandoversPart {
  const handovers = lazyPart(
    () => import('./handovers-on-demand.ts'),
    (code) => code.createHandoversOnDemand(connect),
  )
  return {
    items: handovers.call((part) => part.items),
    more: handovers.call((part) => part.more),
    pending: handovers.call((part) => part.pending),
    mine: handovers.call((part) => part.mine),
    answer: handovers.call((part) => part.answer),
  }
}
