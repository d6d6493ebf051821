import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/workspace/context.tsx'
import type { FeatureRow } from '@/workspace/port/features.ts'
import { featureQueries } from '@/workspace/queries/features.ts'
import { useSave } from '@/workspace/use-save.ts'

/** Saves switches; menu and screens follow. */
export function useSaveFeatures() {
  const { t } = useTranslation()
  const { features } = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: (rows: readonly FeatureRow[]) => features.save(rows),
    done: {
      title: t('Settings saved'),
      description: t('Application feature settings have been updated successfully.'),
    },
    failed: { title: t('Error'), says: () => t('Failed to save feature settings.') },
    onSaved: () => queries.invalidateQueries({ queryKey: featureQueries.all }),
  })
}
