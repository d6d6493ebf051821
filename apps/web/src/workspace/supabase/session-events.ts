import type { AccessChange, Arrival } from '../port/access.ts'

/**
 * Tells what an auth event means for the app. The official client repeats itself (it announces a sign-in each time a
 * tab comes to the front), so a change is what differs from what was known before. A user who has still to show a
 * second factor signs in when they have shown it.
 */
export function changeBetween(before: Arrival | null, after: Arrival | null): AccessChange | null {
  if (after === null) return before === null ? null : { event: 'signed-out' }
  const { person, askedFactors } = after
  const known = before?.person.id === person.id ? before : null
  if (askedFactors.length > 0) {
    return known && isHalfIn(known) ? null : { event: 'second-factor-asked', person, factors: askedFactors }
  }
  if (known === null || isHalfIn(known)) return { event: 'signed-in', person }
  const same =
    known.person.email === person.email &&
    known.person.name === person.name &&
    known.person.avatarUrl === person.avatarUrl
  return same ? null : { event: 'updated', person }
}

function isHalfIn({ askedFactors }: Arrival): boolean {
  return askedFactors.length > 0
}

type Listener = (change: AccessChange) => void

export interface Announcer {
  /** What was found when the page opened is where everything starts, and no change. */
  startFrom(arrival: Arrival | null): void
  /** Takes in who has a session now, and passes it on where it is a change. */
  hear(arrival: Arrival | null): void
  listen(listener: Listener): () => void
}

/** Passes changes of the signed-in person on to listeners, once the start is known. */
export function createAnnouncer(): Announcer {
  const listeners = new Set<Listener>()
  let started = false
  let current: Arrival | null = null

  return {
    startFrom(arrival) {
      started = true
      current = arrival
    },
    hear(arrival) {
      if (!started) return
      const change = changeBetween(current, arrival)
      current = arrival
      if (change) for (const listener of listeners) listener(change)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
