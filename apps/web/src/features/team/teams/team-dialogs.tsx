import type { Team } from '@cairn/workspace/port/teams'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { useDeleteTeam, useMergeTeam } from './use-change-teams.ts'

interface TeamDialogProps {
  team: Team
  onClose: () => void
}

/** Asks which team takes the place of another one. */
export function MergeTeam({ team, teams, onClose }: TeamDialogProps & { teams: readonly Team[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const { save, isSaving } = useMergeTeam(team, onClose)
  const into = teams.find(({ id }) => id === chosen)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Merge the team {{name}}?', { name: team.name })}
      description={`${recordsText(team, t)} ${t('The other team gets its records and members, and this one is deleted. You can undo this for 30 days.')}`}
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

/** Asks before a team is deleted, and who gets its records. */
export function DeleteTeam({ team, onClose }: TeamDialogProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const optionsOf = usePeopleOptions()
  const [receiver, setReceiver] = useState('')
  const { save, isSaving } = useDeleteTeam(team, onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the team {{name}}?', { name: team.name })}
      description={`${recordsText(team, t)} ${t('Its members stay in the account. You can undo this for 30 days.')}`}
      confirmLabel={t('Delete')}
      destructive
      pending={isSaving}
      onConfirm={() => save(receiver || null)}
    >
      {team.records > 0 && (
        <Field label={t('New owner of its records')}>
          <ChoiceButton
            listLabel={t('New owner of its records')}
            options={[{ id: '', label: t('No owner assigned'), muted: true }, ...optionsOf(members)]}
            value={receiver}
            onChange={setReceiver}
            emptyText={t('No matches.')}
          />
        </Field>
      )}
    </ConfirmDialog>
  )
}

/** How many records a team owns, in a sentence. */
function recordsText({ records: count }: Team, t: TFunction): string {
  return t('It owns {{count}} records.', { count, defaultValue_one: 'It owns {{count}} record.' })
}
