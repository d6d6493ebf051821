import { type Phrase, phrase } from '../lib/phrase.ts'

/** What a member may do, from the least to the most; see `rules/can.ts`. */
export const LEVELS = ['viewer', 'user', 'manager', 'admin'] as const
export type PermissionLevel = (typeof LEVELS)[number]

/** What each level is called, on screens and in mails. */
export const LEVEL_LABELS: Record<PermissionLevel, Phrase> = {
  viewer: phrase('Viewer'),
  user: phrase('User'),
  manager: phrase('Manager'),
  admin: phrase('Admin'),
}

/** The level of a name that came from elsewhere; null where it names none. */
export function levelOf(name: unknown): PermissionLevel | null {
  return LEVELS.find((level) => level === name) ?? null
}
