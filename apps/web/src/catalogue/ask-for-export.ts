import { z } from 'zod/mini'

const asking = z.object({ exports: z.literal(true) })

/** The state of a navigation to a catalogue that opens the window for its export. */
export const ASKS_FOR_EXPORT = { exports: true } as const

/** Whether the state of a navigation asks for it. */
export function asksForExport(state: unknown): boolean {
  return asking.safeParse(state).success
}
