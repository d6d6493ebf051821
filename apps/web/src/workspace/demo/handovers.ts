import { DEMO_HANDED_OVER, DEMO_PENDING } from '@cairn/workspace/examples/handovers'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { HandoversPart } from '@cairn/workspace/port/records/handovers'
import { loaded, notSaved } from './answers.ts'

/** The records that a former member handed over to a member of the example account. */
export const demoHandovers: HandoversPart = {
  // Guests cannot remove anybody.
  items: () => loaded(() => ({})),
  more: () => loaded(() => ({ items: [], total: 0 })),
  pending: async (kind) => DEMO_PENDING.filter((handover) => handover.kind === kind),
  mine: () =>
    loaded(() => ({
      items: DEMO_HANDED_OVER,
      total: DEMO_HANDED_OVER.length,
      pending: DEMO_HANDED_OVER.filter(({ state }) => state === 'pending').length,
    })),
  answer: () => notSaved(phrase('Handovers')),
}
