import type { Team } from '@cairn/workspace/port/teams'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { useRemoveTeam } from './use-change-teams.ts'

interface TeamDialogProps {
  team: Team
  onClose: () => void
}

/** Asks which team takes the place of another one. */
export function MergeTeam({ team, teams, onClose }: TeamDialogProps & { teams: readonly Team[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const { save, isSaving } = useRemoveTeam(team, onClose)
  const into = teams.find(({ id }) => id === chosen)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Merge the team {{name}}?', { name: team.name })}
      description={t('The other team gets its members, and this one is deleted. This cannot be undone.')}
      confirmLabel={t('Merge')}
      disabledReason={into ? null : t('Choose a team first.')}
      pending={isSaving}
      onConfirm={() => into && save(into)}
    >
      <Field label={t('Merge into')}>
        <ChoiceButton
          listLabel={t('Teams')}
          options={teams.filter(({ id }) => id !== team.id).map(({ id, name }) => ({ id, label: name }))}
          value={chosen}
          placeholder={t('Choose a team')}
          onChange={setChosen}
          emptyText={t('There is no other team.')}
        />
      </Field>
    </ConfirmDialog>
  )
}

/** Asks before a team is deleted. */
export function DeleteTeam({ team, onClose }: TeamDialogProps) {
  const { t } = useTranslation()
  const { save, isSaving } = useRemoveTeam(team, onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the team {{name}}?', { name: team.name })}
      description={t('Its members stay in the account. This cannot be undone.')}
      confirmLabel={t('Delete')}
      destructive
      pending={isSaving}
      onConfirm={() => save(null)}
    />
  )
}
