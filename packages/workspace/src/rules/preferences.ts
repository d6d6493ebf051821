import type { NotificationPreferences } from '../port/preferences.ts'

/** The preferences of a user who has never chosen. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  mentions: true,
  weeklyDigest: false,
}

/** After how many hours alerts go to the deputy of an owner in an account that has not said it. */
export const DEFAULT_ESCALATION_HOURS = 4
