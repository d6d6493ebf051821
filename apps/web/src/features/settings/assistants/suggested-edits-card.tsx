import { hasRank } from '@cairn/workspace/rules/can'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { suggestionQueries } from '@/queries/suggestions.ts'
import { useSave } from '@/shared/form/use-save.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'

/** Whether assistants may suggest edits: an admin says so. */
export function SuggestedEditsCard() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const query = useQuery(suggestionQueries.areAllowed(workspace))
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  const { save, isSaving } = useSave({
    write: (allowed: boolean) => workspace.suggestions.allow(allowed),
    done: { title: t('Settings saved') },
    failed: { title: t('Error') },
    onSaved: () => queries.invalidateQueries({ queryKey: suggestionQueries.all }),
  })
  const label = t('Assistants may suggest edits')
  const reason = isAdmin ? null : t('Only administrators can change this.')
  return (
    <LoadedCard
      title={t('Suggested Edits')}
      description={t('An assistant can propose a change. The owner of the record accepts or dismisses it.')}
      query={query}
      failure={t('The setting could not be loaded')}
      lines={1}
    >
      {(allowed) => (
        <SettingRows label={t('Suggested Edits')}>
          <SettingRow label={label} hint={t('Nothing is ever changed without a person who accepts it.')}>
            <Switch
              label={label}
              checked={allowed}
              onChange={(next) => save(next)}
              disabledReason={reason ?? (isSaving ? t('Loading...') : null)}
            />
          </SettingRow>
        </SettingRows>
      )}
    </LoadedCard>
  )
}
