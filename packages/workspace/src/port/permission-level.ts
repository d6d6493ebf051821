import { type Phrase, phrase } from '../lib/phrase.ts'

/** The permission levels of members, from the lowest to the highest; see `rules/can.ts`. */
export const LEVELS = ['viewer', 'user', 'manager', 'admin'] as const
export type PermissionLevel = (typeof LEVELS)[number]

/** The labels of the levels, on screens and in mails. */
export const LEVEL_LABELS: Record<PermissionLevel, Phrase> = {
  viewer: phrase('Viewer'),
  user: phrase('User'),
  manager: phrase('Manager'),
  admin: phrase('Admin'),
}

/** The level with the name from an external source; null where the name is unknown. */
export function levelOf(name: unknown): PermissionLevel | null {
  return LEVELS.find((level) => level === name) ?? null
}
