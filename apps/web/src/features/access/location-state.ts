import { z } from 'zod/mini'

const locationState = z.object({
  from: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
  unconfirmed: z.catch(z.optional(z.string()), undefined),
})

/**
 * The location state that the screens of /auth pass on: the path to return to, the address that was typed, and the one
 * that waits for its confirmation. The browser keeps it through a reload.
 */
type LocationState = z.infer<typeof locationState>

function read(state: unknown): LocationState {
  const parsed = locationState.safeParse(state)
  return parsed.success ? parsed.data : {}
}

/** The state for a link to another screen of /auth. */
export function stateWithEmail(state: unknown, email: string): LocationState {
  return { ...read(state), email }
}

/** The state once it is known that an address is not confirmed yet. */
export function stateWithUnconfirmed(state: unknown, unconfirmed: string): LocationState {
  return { ...read(state), unconfirmed }
}

/** The address that waits for its confirmation; null without one. */
export function unconfirmedInState(state: unknown): string | null {
  return read(state).unconfirmed ?? null
}

/** The address that was typed on the screen before. */
export function emailInState(state: unknown): string {
  return read(state).email ?? ''
}
