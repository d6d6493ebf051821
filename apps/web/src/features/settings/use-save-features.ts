import type { FeatureRow } from '@cairn/workspace/port/features'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Saves the feature switches; the menu and the screens follow. */
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
