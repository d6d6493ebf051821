import type { AccessChange, Person } from '../port.ts'

/**
 * Tells what an auth event means for the app. The official client repeats itself (it announces a sign-in each time a
 * tab comes to the front), so a change is what differs from the person known before.
 */
export function changeBetween(before: Person | null, after: Person | null): AccessChange | null {
  if (after === null) return before === null ? null : { event: 'signed-out', person: null }
  if (before?.id !== after.id) return { event: 'signed-in', person: after }
  const same =
    before.email === after.email && before.name === after.name && before.avatarUrl === after.avatarUrl
  return same ? null : { event: 'updated', person: after }
}

type Listener = (change: AccessChange) => void

export interface Announcer {
  /** What was found when the page opened is where everything starts, and no change. */
  startFrom(person: Person | null): void
  /** Takes in who is signed in now, and passes it on where it is a change. */
  hear(person: Person | null): void
  listen(listener: Listener): () => void
}

/** Passes changes of the signed-in person on to listeners, once the start is known. */
export function createAnnouncer(): Announcer {
  const listeners = new Set<Listener>()
  let started = false
  let current: Person | null = null

  return {
    startFrom(person) {
      started = true
      current = person
    },
    hear(person) {
      if (!started) return
      const change = changeBetween(current, person)
      current = person
      if (change) for (const listener of listeners) listener(change)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
