import { z } from 'zod/mini'

const carried = z.object({
  from: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
})

/** What the screens before the workspace hand on in the history's state: where to go afterwards, and the address typed. */
type Carried = z.infer<typeof carried>

function read(state: unknown): Carried {
  const parsed = carried.safeParse(state)
  return parsed.success ? parsed.data : {}
}

/** The state for a link to the next of these screens. */
export function stateWithEmail(state: unknown, email: string): Carried {
  return { ...read(state), email }
}

/** The address that was typed on the screen before. */
export function emailInState(state: unknown): string {
  return read(state).email ?? ''
}
