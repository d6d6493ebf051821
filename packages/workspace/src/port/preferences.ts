/** A person's choice of notifications and channels. */
export interface NotificationPreferences {
  email: boolean
  push: boolean
  mentions: boolean
  weeklyDigest: boolean
}

export interface PreferencesPart {
  /** Returns the stored preferences, or the defaults. */
  notifications(): Promise<NotificationPreferences>
  saveNotifications(preferences: NotificationPreferences): Promise<void>
}
