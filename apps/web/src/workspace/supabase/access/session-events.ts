import type { SessionChange, UserSession } from '@cairn/workspace/port/access'

/**
 * Returns the change that an auth event means for the app; null for none. The official client repeats itself (it
 * announces a sign-in each time a tab comes to the front), so only a difference from the session known before is a
 * change. A user with a second factor counts as signed in once it is verified.
 */
export function sessionChange(before: UserSession | null, after: UserSession | null): SessionChange | null {
  if (after === null) return before === null ? null : { event: 'signed-out' }
  const { person, requiredFactors: factors } = after
  const known = before?.person.id === person.id ? before : null
  const wasSignedIn = known !== null && known.requiredFactors.length === 0
  if (factors.length > 0) {
    return known === null || wasSignedIn ? { event: 'second-factor-required', person, factors } : null
  }
  if (!wasSignedIn) return { event: 'signed-in', person }
  const isSame =
    known.person.email === person.email &&
    known.person.name === person.name &&
    known.person.avatarUrl === person.avatarUrl &&
    known.person.hidesFirstSteps === person.hidesFirstSteps
  return isSame ? null : { event: 'updated', person }
}

type Listener = (change: SessionChange) => void

export interface SessionEvents {
  /** Sets the session that was found when the page opened, which is no change. */
  start(session: UserSession | null): void
  /** Takes over the present session and announces it where it is a change. */
  update(session: UserSession | null): void
  subscribe(listener: Listener): () => void
}

/** Announces changes of the session to listeners, from `start` on. */
export function createSessionEvents(): SessionEvents {
  const listeners = new Set<Listener>()
  let isStarted = false
  let current: UserSession | null = null

  return {
    start(session) {
      isStarted = true
      current = session
    },
    update(session) {
      if (!isStarted) return
      const change = sessionChange(current, session)
      current = session
      if (change) for (const listener of listeners) listener(change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
