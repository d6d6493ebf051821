import { z } from 'zod/mini'

const locationState = z.object({
  from: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
})

/** The location state that the screens of /auth pass on: the path to return to, and the address that was typed. */
type LocationState = z.infer<typeof locationState>

function read(state: unknown): LocationState {
  const parsed = locationState.safeParse(state)
  return parsed.success ? parsed.data : {}
}

/** The state for a link to another screen of /auth. */
export function stateWithEmail(state: unknown, email: string): LocationState {
  return { ...read(state), email }
}

/** The address that was typed on the screen before. */
export function emailInState(state: unknown): string {
  return read(state).email ?? ''
}
