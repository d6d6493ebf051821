import { phrase } from '@cairn/workspace/lib/phrase'
import type { JoiningPart } from '@cairn/workspace/port/joining'
import { loaded, notSaved } from './answers.ts'

const THINGS = phrase('Security settings')

/** Guests belong nowhere and wait for nothing. */
export const demoJoining: JoiningPart = {
  placement: () => loaded(() => ({ waitingFor: null, invitations: [], domain: null, formerAccount: null })),
  acceptInvitation: () => notSaved(THINGS),
  joinDomain: () => notSaved(THINGS),
  newcomers: () => loaded(() => ({ needAdmission: false, waiting: [] })),
  setAdmission: () => notSaved(THINGS),
  admit: () => notSaved(THINGS),
  refuse: () => notSaved(THINGS),
}
