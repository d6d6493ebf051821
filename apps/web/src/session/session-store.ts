import type { SessionAccess, SessionChange } from '@cairn/workspace/port/access'
import type { Membership, MembershipPart } from '@cairn/workspace/port/workspace'
import { t } from 'i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import { callbackErrorToast } from './callback-error-toast.ts'
import { clearGuestFlag, isGuestFlagSet, setGuestFlag } from './guest-flag.ts'
import { createMembershipReader } from './membership-reader.ts'
import { initialSession, type SessionAction, type SessionState, sessionReducer } from './session-state.ts'

interface SessionStoreOptions {
  access: Pick<SessionAccess, 'restore' | 'onChange' | 'signOut' | 'takeCallbackError'>
  membership: MembershipPart
  storage: Storage
  toast: (input: ToastInput) => void
  /** Sends what still has to reach the server in the name of the user who signs out. */
  beforeSignOut: () => Promise<void>
  /** Calls `work` once, later: the clock, so that a test need not wait. */
  later: (work: () => void, afterMs: number) => void
}

export interface SessionStore {
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Restores the session, unless the page is in guest mode; call it once. */
  start(): void
  enterGuestMode(): void
  leaveGuestMode(): void
  /** Reads account and level of the user again: they may have changed. */
  rereadMembership(): Promise<void>
  /** Takes note of account and level of a user, as the server has just told them. */
  noteMembership(personId: string, membership: Membership): void
  /** Ends the session, or guest mode. A failure is shown in a toast. */
  signOut(): Promise<void>
}

/** Follows who is signed in, and says so in toasts. The state is kept outside of React; see `context.tsx`. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { access, storage, toast } = options
  const { current, subscribe, dispatch } = createState(initialSession(isGuestFlagSet(storage)))
  const membershipReader = createMembershipReader({
    ...options,
    onRead: noteMembership,
  })
  let isFollowing = false
  const signOut = createSignOut(options)

  function noteMembership(personId: string, membership: Membership) {
    dispatch({ type: 'membership-read', personId, membership })
  }

  function follow(change: SessionChange) {
    if (change.event === 'signed-out') dispatch({ type: 'signed-out', onPurpose: signOut.isRunning() })
    else dispatch({ type: 'changed', change })
    if (change.event === 'signed-in') membershipReader.readAfterSignIn(change.person)
    const message = changeToast(change, signOut.isRunning())
    if (message) toast(message)
  }

  async function restore() {
    if (!isFollowing) access.onChange((change) => current().status !== 'guest' && follow(change))
    isFollowing = true
    const session = await access.restore()
    dispatch({ type: 'restored', session })
    showCallbackError(options)
    if (session && current().status === 'signed-in') await membershipReader.read(session.person)
  }

  function leaveGuestMode() {
    clearGuestFlag(storage)
    dispatch({ type: 'guest-left' })
    toast(guestModeToast(false))
    void restore()
  }

  return {
    current,
    subscribe,
    start: () => void (current().status !== 'guest' && restore()),
    enterGuestMode() {
      setGuestFlag(storage)
      dispatch({ type: 'guest-entered' })
      toast(guestModeToast(true))
    },
    leaveGuestMode,
    async rereadMembership() {
      const state = current()
      if (state.status === 'signed-in') await membershipReader.reread(state.person)
    },
    noteMembership,
    signOut: async () => (current().status === 'guest' ? leaveGuestMode() : signOut.run()),
  }
}

/** Ending the session, which may take a while; a failure is shown in a toast. */
function createSignOut({ access, toast, beforeSignOut }: SessionStoreOptions) {
  let isRunning = false
  return {
    isRunning: () => isRunning,
    async run() {
      isRunning = true
      try {
        await beforeSignOut()
        await access.signOut()
      } catch (error) {
        toast(signOutFailedToast(error))
      } finally {
        isRunning = false
      }
    },
  }
}

/** The state with its listeners; every change goes through `sessionReducer`. */
function createState(initial: SessionState) {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch(action: SessionAction) {
      state = sessionReducer(state, action)
      for (const listener of listeners) listener()
    },
  }
}

/** Why a sign-in with a provider came back without success, where one did. */
function showCallbackError({ access, toast }: Pick<SessionStoreOptions, 'access' | 'toast'>) {
  const error = access.takeCallbackError()
  if (!error) return
  toast(callbackErrorToast(error, t))
}

function changeToast({ event }: SessionChange, isSigningOut: boolean): ToastInput | null {
  if (event === 'signed-in') return { title: t('Signed in') }
  if (event !== 'signed-out') return null
  return {
    title: t('Signed out'),
    ...(!isSigningOut && { description: t('Your session has ended. Please sign in again.') }),
  }
}

function guestModeToast(isOn: boolean): ToastInput {
  return isOn
    ? {
        title: t('Guest mode enabled'),
        description: t('You are now browsing as a guest. Some features may be limited.'),
      }
    : { title: t('Guest mode disabled'), description: t('Please sign in to access all features.') }
}

function signOutFailedToast(error: unknown): ToastInput {
  const description = error instanceof Error ? errorMessage(error, t) : String(error)
  return { title: t('Error signing out'), description, variant: 'destructive' }
}
