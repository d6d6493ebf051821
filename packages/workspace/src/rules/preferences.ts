import type { NotificationPreferences } from '../port/preferences.ts'

/** The preferences of a user who has never chosen. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  mentions: true,
  weeklyDigest: false,
}
