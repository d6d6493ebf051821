/** What a person wants to be told, and how. */
export interface NotificationPreferences {
  email: boolean
  push: boolean
  mentions: boolean
  weeklyDigest: boolean
}

export interface PreferencesPart {
  /** Without a stored record the usual ones. */
  notifications(): Promise<NotificationPreferences>
  saveNotifications(preferences: NotificationPreferences): Promise<void>
}
