import { MAX_TEAM_NAME, type Team, type TeamInput } from '@cairn/workspace/port/teams'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { ChoicesButton } from '@/ui/picker/choices-button.tsx'
import { useSaveTeam } from './use-change-teams.ts'

interface TeamFormProps {
  /** Null for a new one. */
  team: Team | null
  onClose: () => void
}

const NEW: TeamInput = {
  ...{ name: '', leadId: null, deputyId: null, mail: '', chatUrl: '', onCallUrl: '' },
  ...{ notices: 'lead', memberIds: [] },
}

/** The form of a team. Its members are loaded first. */
export function TeamForm({ team, onClose }: TeamFormProps) {
  if (team === null) return <Form id={null} title={null} before={NEW} onClose={onClose} />
  return <LoadedForm team={team} onClose={onClose} />
}

function LoadedForm({ team, onClose }: { team: Team; onClose: () => void }) {
  const { data: memberships } = useQuery({
    ...teamsQueries.members(useWorkspace(), team.id),
    // A form of what was seen an hour ago would take out whom others have added since.
    gcTime: 0,
  })
  const { id, members, records, ...fields } = team
  if (!memberships) return null
  const memberIds = memberships.map(({ memberId }) => memberId)
  return <Form id={id} title={team.name} before={{ ...fields, memberIds }} onClose={onClose} />
}

interface FormProps extends Pick<TeamFormProps, 'onClose'> {
  id: string | null
  /** The name of the team that is changed. */
  title: string | null
  before: TeamInput
}

function Form({ id, title, before, onClose }: FormProps) {
  const { t } = useTranslation()
  const [input, setInput] = useState(before)
  const { save, isSaving } = useSaveTeam(id, onClose)
  const missing = input.name.trim() === '' ? t('Enter a name first.') : null
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isSaving}
      title={title === null ? t('Add Team') : t('Change {{name}}', { name: title })}
      description={t('Members who answer for records together.')}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null && !isSaving) save({ ...input, name: input.name.trim() })
      }}
      footer={
        <>
          <Button variant="outline" disabled={isSaving} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isSaving} disabledReason={missing}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <fieldset disabled={isSaving} className="grid gap-5 md:grid-cols-2">
        <People input={input} onChange={(change) => setInput({ ...input, ...change })} />
        <Contact input={input} onChange={(change) => setInput({ ...input, ...change })} />
      </fieldset>
    </EntityDialog>
  )
}

interface PartProps {
  input: TeamInput
  onChange: (change: Partial<TeamInput>) => void
}

/** Name, members, lead and deputy. */
function People({ input, onChange }: PartProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const options = usePeopleOptions()(members)
  const { name, memberIds, leadId, deputyId } = input
  const nobody = { id: '', label: t('Nobody'), muted: true }
  const choose = (key: 'leadId' | 'deputyId') => (chosen: string) =>
    onChange({
      [key]: chosen || null,
      ...(chosen !== '' && !memberIds.includes(chosen) && { memberIds: [...memberIds, chosen] }),
    })
  return (
    <>
      <Field label={t('Name')} required className="md:col-span-2">
        <Input
          value={name}
          maxLength={MAX_TEAM_NAME}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label={t('Members')} className="md:col-span-2">
        <ChoicesButton
          listLabel={t('Members')}
          options={options}
          value={memberIds}
          placeholder={t('No members')}
          onChange={(ids) =>
            onChange({
              memberIds: ids,
              leadId: leadId !== null && ids.includes(leadId) ? leadId : null,
              deputyId: deputyId !== null && ids.includes(deputyId) ? deputyId : null,
            })
          }
          emptyText={t('No matches.')}
        />
      </Field>
      <Field label={t('Lead')}>
        <ChoiceButton
          listLabel={t('Lead')}
          options={[nobody, ...options.filter((option) => option.id !== deputyId)]}
          value={leadId ?? ''}
          onChange={choose('leadId')}
          emptyText={t('No matches.')}
        />
      </Field>
      <Field label={t('Deputy')}>
        <ChoiceButton
          listLabel={t('Deputy')}
          options={[nobody, ...options.filter((option) => option.id !== leadId)]}
          value={deputyId ?? ''}
          onChange={choose('deputyId')}
          emptyText={t('No matches.')}
        />
      </Field>
    </>
  )
}

/** How the team is reached, and whom notices go to. */
function Contact({ input, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('Email')}>
        <Input
          type="email"
          value={input.mail}
          autoComplete="off"
          onChange={({ target }) => onChange({ mail: target.value })}
        />
      </Field>
      <Field label={t('Notices go to')}>
        <Select
          value={input.notices}
          onChange={({ target }) => onChange({ notices: target.value === 'all' ? 'all' : 'lead' })}
        >
          <option value="lead">{t('Lead and deputy')}</option>
          <option value="all">{t('All members')}</option>
        </Select>
      </Field>
      <Field label={t('Chat link')}>
        <Input
          type="url"
          value={input.chatUrl}
          placeholder="https://"
          autoComplete="off"
          onChange={({ target }) => onChange({ chatUrl: target.value })}
        />
      </Field>
      <Field label={t('On-call link')}>
        <Input
          type="url"
          value={input.onCallUrl}
          placeholder="https://"
          autoComplete="off"
          onChange={({ target }) => onChange({ onCallUrl: target.value })}
        />
      </Field>
    </>
  )
}
