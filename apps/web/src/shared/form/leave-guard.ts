/** Hears that the user is about to leave; `leave` goes on. */
type Guard = (leave: () => void) => void

const guards = new Set<Guard>()

/** Asks `guard` before the screen is left, until the returned function is called. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Leaves at once, or after what is unsaved was asked about. */
export function leaveGuarded(leave: () => void): void {
  const guard = [...guards].at(-1)
  if (guard) guard(leave)
  else leave()
}

export function isLeavingGuarded(): boolean {
  return guards.size > 0
}
