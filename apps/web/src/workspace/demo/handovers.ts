import { phrase } from '../../lib/phrase.ts'
import type { HandoversPart } from '../port/handovers.ts'
import { loaded, notSaved } from './answers.ts'
import { DEMO_HANDED_OVER, DEMO_PENDING } from './data/handovers.ts'

/** What somebody who left handed to a member of the example account. */
export const demoHandovers: HandoversPart = {
  // Guests remove nobody.
  belongings: () => loaded(() => ({})),
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
