/** Hears that the user is about to leave; `leave` goes on. */
type Guard = (leave: () => void) => void

/** Each with whether what was entered is kept over a reload. */
const guards = new Map<Guard, boolean>()

/** Asks `guard` before the screen is left, until the returned function is called. */
export function guardLeaving(guard: Guard, isKept: boolean): () => void {
  guards.set(guard, isKept)
  return () => guards.delete(guard)
}

/** Leaves at once, or after what is unsaved was asked about. */
export function leaveGuarded(leave: () => void): void {
  const guard = [...guards.keys()].at(-1)
  if (guard) guard(leave)
  else leave()
}

export function isLeavingGuarded(): boolean {
  return guards.size > 0
}

/** Whether a reload would lose something that was entered. */
export function hasUnkeptChanges(): boolean {
  return [...guards.values()].includes(false)
}

/** Lets the page go without a question: it comes back with what was entered. */
export function leaveUnasked(): void {
  guards.clear()
}
