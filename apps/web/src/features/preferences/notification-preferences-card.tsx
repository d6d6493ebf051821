import type { NotificationPreferences } from '@cairn/workspace/port/preferences'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useChanges } from '@/lib/hooks/use-changes.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { preferenceQueries } from '@/queries/preferences.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { useSaveNotificationPreferences } from './use-save-notification-preferences.ts'

const PREFERENCES = ['email', 'push', 'mentions', 'weeklyDigest'] as const

/** The notifications that the user wants, and by which channels. */
export function NotificationPreferencesCard() {
  const { t } = useTranslation()
  const query = useQuery(preferenceQueries.notifications(useWorkspace()))
  return (
    <LoadedCard
      title={t('Notification Preferences')}
      description={t('What Cairn tells you about, and how.')}
      query={query}
      failure={t('Your notification preferences could not be loaded')}
      lines={PREFERENCES.length}
    >
      {(stored) => <Preferences stored={stored} />}
    </LoadedCard>
  )
}

function Preferences({ stored }: { stored: NotificationPreferences }) {
  const { t } = useTranslation()
  const { values, set, forget } = useChanges(stored, PREFERENCES)
  const { save, isSaving } = useSaveNotificationPreferences()
  return (
    <>
      <div className="flex flex-col gap-4 pt-1">
        {PREFERENCES.map((name) => (
          <Checkbox
            key={name}
            {...wordsOf(name, t)}
            checked={values[name]}
            onChange={(checked) => set(name, checked)}
          />
        ))}
      </div>
      <Button pending={isSaving} onClick={() => save(values, { onSuccess: forget })} className="mt-5">
        {t('Save Preferences')}
      </Button>
    </>
  )
}

function wordsOf(name: keyof NotificationPreferences, t: TFunction): { label: string; hint: string } {
  switch (name) {
    case 'email':
      return {
        label: t('Email notifications'),
        hint: t('Emails you what concerns you, except changes to records.'),
      }
    case 'push':
      return {
        label: t('Push notifications'),
        hint: t(
          'Lists what concerns you under Notifications and counts it on the bell. Nothing is sent to your device.',
        ),
      }
    case 'mentions':
      return {
        label: t('Mentions'),
        hint: t('Tells you when you become an expert or the owner of a record.'),
      }
    case 'weeklyDigest':
      return {
        label: t('Weekly digest'),
        hint: t(
          'Emails you every Monday what concerned you and what others changed in records you own or know. No news, no email.',
        ),
      }
  }
}
