import type { NotificationPreferences } from '../port/preferences.ts'

/** What counts for a user who has never chosen. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  mentions: true,
  weeklyDigest: false,
}
