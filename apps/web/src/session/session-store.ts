import { t } from 'i18next'
import { logFailure } from '@/lib/log.ts'
import type { ToastInput } from '@/ui/toast-store.ts'
import type { Access, AccessChange } from '@/workspace/port/access.ts'
import type { MembershipPart, Person } from '@/workspace/port.ts'
import { clearGuestFlag, isGuestFlagSet, setGuestFlag } from './guest-flag.ts'
import {
  type AccessEvent,
  type AccessState,
  initialAccess,
  NO_MEMBERSHIP,
  nextAccess,
} from './session-state.ts'

/** After a sign-in the client still settles its session; the membership is asked for a moment later. */
export const MEMBERSHIP_DELAY_MS = 100
const LOOK_AGAIN_MS = 1_000

interface AccessControllerOptions {
  access: Pick<Access, 'restore' | 'onChange' | 'signOut' | 'takeRefusal'>
  membership: MembershipPart
  storage: Storage
  toast: (input: ToastInput) => void
  /** What still has to reach the server in this person's name. */
  beforeSignOut: () => Promise<void>
  /** Calls `work` once, later: the clock, so that a test need not wait. */
  later: (work: () => void, afterMs: number) => void
}

export interface AccessController {
  current(): AccessState
  subscribe(listener: () => void): () => void
  /** Restores the session, unless a guest is here; call it once. */
  start(): void
  enterGuestMode(): void
  leaveGuestMode(): void
  /** Ends the session, or guest mode. A failure is told in a toast. */
  signOut(): Promise<void>
}

/** Follows who is signed in, and tells people about it. The state is kept outside of React; see `context.tsx`. */
export function createAccessController(options: AccessControllerOptions): AccessController {
  const { access, membership, storage, toast, beforeSignOut, later } = options
  let state = initialAccess(isGuestFlagSet(storage))
  let isTracking = false
  let isLeaving = false
  const listeners = new Set<() => void>()

  function dispatch(event: AccessEvent) {
    state = nextAccess(state, event)
    for (const listener of listeners) listener()
  }

  async function readMembership(person: Person) {
    const found = await membership.mine().catch((error: unknown) => {
      logFailure('reading the account and the permission', error)
      return NO_MEMBERSHIP
    })
    dispatch({ type: 'membership-read', personId: person.id, membership: found })
  }

  /** The sign-in of another tab can be announced before its session is visible here: then one look is too early. */
  async function readMembershipOfNewcomer(person: Person) {
    const found = await membership.mine().catch(() => null)
    if (found) dispatch({ type: 'membership-read', personId: person.id, membership: found })
    else later(() => void readMembership(person), LOOK_AGAIN_MS)
  }

  function follow(change: AccessChange) {
    if (change.event === 'signed-out') {
      dispatch({ type: 'signed-out', onPurpose: isLeaving })
      toast({
        title: t('Signed out'),
        ...(!isLeaving && { description: t('Your session has ended. Please sign in again.') }),
      })
      return
    }
    dispatch({ type: 'changed', change })
    if (change.event !== 'signed-in') return
    toast({ title: t('Signed in') })
    later(() => void readMembershipOfNewcomer(change.person), MEMBERSHIP_DELAY_MS)
  }

  /** Why a sign-in elsewhere came back without success, where one did. */
  async function tellRefusal() {
    const refusal = access.takeRefusal()
    if (!refusal) return
    const { refusalToast } = await import('./callback-error-toast.ts')
    toast(refusalToast(refusal, t))
  }

  async function track() {
    if (!isTracking) access.onChange((change) => state.status !== 'guest' && follow(change))
    isTracking = true
    const arrival = await access.restore()
    dispatch({ type: 'restored', arrival })
    tellRefusal().catch((error: unknown) => logFailure('telling why a sign-in failed', error))
    if (arrival && state.status === 'signed-in') await readMembership(arrival.person)
  }

  function leaveGuestMode() {
    clearGuestFlag(storage)
    dispatch({ type: 'guest-left' })
    toast({ title: t('Guest mode disabled'), description: t('Please sign in to access all features.') })
    void track()
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      if (state.status !== 'guest') void track()
    },
    enterGuestMode() {
      setGuestFlag(storage)
      dispatch({ type: 'guest-entered' })
      toast({
        title: t('Guest mode enabled'),
        description: t('You are now browsing as a guest. Some features may be limited.'),
      })
    },
    leaveGuestMode,
    async signOut() {
      if (state.status === 'guest') return leaveGuestMode()
      isLeaving = true
      try {
        await beforeSignOut()
        await access.signOut()
      } catch (error) {
        const description = error instanceof Error ? error.message : String(error)
        toast({ title: t('Error signing out'), description, variant: 'destructive' })
      } finally {
        isLeaving = false
      }
    },
  }
}
