import type { NotificationPreferences } from '@cairn/workspace/port/preferences'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { preferenceQueries } from '@/queries/preferences.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Saves the notification preferences. */
export function useSaveNotificationPreferences() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: (preferences: NotificationPreferences) => workspace.preferences.saveNotifications(preferences),
    done: {
      title: t('Preferences updated'),
      description: t('Your notification preferences have been updated.'),
    },
    failed: { title: t('Error'), says: () => t('Failed to update notification preferences.') },
    onSaved: (_, saved) => queries.setQueryData(preferenceQueries.notifications(workspace).queryKey, saved),
  })
}
