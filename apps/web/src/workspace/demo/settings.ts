import { phrase } from '@cairn/workspace/lib/phrase'
import type { AppearancePart } from '@cairn/workspace/port/appearance'
import type { FeaturesPart } from '@cairn/workspace/port/features'
import type { PasswordPart } from '@cairn/workspace/port/password'
import type { PreferencesPart } from '@cairn/workspace/port/preferences'
import type { ProfilePart } from '@cairn/workspace/port/profile'
import { DEFAULT_FEATURES, featureRows } from '@cairn/workspace/rules/features'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '@cairn/workspace/rules/preferences'
import { loaded, notSaved } from './answers.ts'

/** The settings with which every account and user starts. */
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
