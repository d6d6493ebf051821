/** What a member may do, from the least to the most; see `rules/can.ts`. */
export const LEVELS = ['viewer', 'user', 'manager', 'admin'] as const
export type PermissionLevel = (typeof LEVELS)[number]

/** The level of a name that came from elsewhere; null where it names none. */
export function levelOf(name: unknown): PermissionLevel | null {
  return LEVELS.find((level) => level === name) ?? null
}
