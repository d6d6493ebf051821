import type { JoiningPart } from '@cairn/workspace/port/joining'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'
import type { FindCaller } from './membership.ts'

/** How a user comes to an account; the code is loaded with the first call. */
export function createJoining(connect: Connect, findCaller: FindCaller): JoiningPart {
  const joining = lazyPart(
    () => import('./joining-on-demand.ts'),
    (code) => code.createJoiningOnDemand(connect, findCaller),
  )
  return {
    placement: joining.call((part) => part.placement),
    acceptInvitation: joining.call((part) => part.acceptInvitation),
    joinDomain: joining.call((part) => part.joinDomain),
    newcomers: joining.call((part) => part.newcomers),
    setAdmission: joining.call((part) => part.setAdmission),
    admit: joining.call((part) => part.admit),
    refuse: joining.call((part) => part.refuse),
  }
}
