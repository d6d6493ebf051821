import { phrase } from '../../lib/phrase.ts'
import type { AppearancePart } from '../port/appearance.ts'
import type { FeaturesPart } from '../port/features.ts'
import type { PasswordPart } from '../port/password.ts'
import type { PreferencesPart } from '../port/preferences.ts'
import type { ProfilePart } from '../port/profile.ts'
import { DEFAULT_FEATURES, featureRows } from '../rules/features.ts'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '../rules/preferences.ts'
import { loaded, notSaved } from './answers.ts'

/** What every account and user starts with. */
export const demoFeatures: FeaturesPart = {
  list: async () => DEFAULT_FEATURES,
  rows: () => loaded(() => featureRows(new Map())),
  save: () => notSaved(phrase('Feature settings')),
}

export const demoPreferences: PreferencesPart = {
  notifications: () => loaded(() => DEFAULT_NOTIFICATION_PREFERENCES),
  saveNotifications: () => notSaved(phrase('Notification preferences')),
}

export const demoAppearance: AppearancePart = {
  read: () => loaded(() => null),
  save: () => notSaved(phrase('Appearance settings')),
}

export const demoProfile: ProfilePart = {
  mine: () =>
    loaded(() => ({
      email: '',
      name: 'Guest User',
      avatarUrl: '',
      bio: '',
      jobRole: '',
      department: '',
      privacy: { email: false, bio: false, job: true, department: true },
    })),
  save: () => notSaved(phrase('Profile changes')),
  savePrivacy: () => notSaved(phrase('Privacy settings')),
}

export const demoPassword: PasswordPart = { change: () => notSaved(phrase('Password changes')) }
