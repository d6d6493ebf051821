import type { FirstStepsPart } from '@cairn/workspace/port/records/first-steps'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What a new account does first; its code is loaded with the first call. */
export function createFirstSteps(connect: Connect): FirstStepsPart {
  const steps = lazyPart(
    () => import('./first-steps-on-demand.ts'),
    (code) => code.createFirstStepsOnDemand(connect),
  )
  return {
    progress: steps.call((part) => part.progress),
    addRecords: steps.call((part) => part.addRecords),
  }
}
