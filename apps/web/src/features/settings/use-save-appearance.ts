import type { AccountAppearance } from '@cairn/workspace/port/appearance'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appearanceQueries } from '@/queries/appearance.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useSave } from '@/shared/form/use-save.ts'

/** Saves the appearance; the shell shows it at once. */
export function useSaveAppearance() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useSave({
    write: (appearance: AccountAppearance) => workspace.appearance.save(appearance),
    done: {
      title: t('Appearance updated'),
      description: t('Your appearance settings have been updated.'),
    },
    failed: { title: t('Error'), says: () => t('Failed to update appearance settings.') },
    onSaved: (saved) => queries.setQueryData(appearanceQueries.read(workspace).queryKey, saved),
  })
}
