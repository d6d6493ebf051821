import { type GroupRuleInput, MAX_GROUP_NAME } from '@cairn/workspace/port/group-rules'
import { LEVELS, levelOf } from '@cairn/workspace/port/permission-level'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { ruleProviderLabel } from './rule-provider-label.ts'
import { useAddGroupRule } from './use-group-rules.ts'

interface GroupRuleFormProps {
  /** The providers of the installation. */
  providers: readonly string[]
  onClose: () => void
}

/** The form of a rule about a group. */
export function GroupRuleForm({ providers, onClose }: GroupRuleFormProps) {
  const { t } = useTranslation()
  const { save, isSaving } = useAddGroupRule(onClose)
  const [input, setInput] = useState<GroupRuleInput>({
    ...{ provider: providers[0] ?? '', claim: 'groups', group: '' },
    ...{ teamId: null, level: null },
  })
  const rule = { ...input, claim: input.claim.trim(), group: input.group.trim() }
  const missing = useMissing(rule)
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isSaving}
      title={t('Add Rule')}
      description={t('What members of a group get at each sign-in.')}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null && !isSaving) save(rule)
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
        <Said providers={providers} input={input} onChange={(change) => setInput({ ...input, ...change })} />
        <Given input={input} onChange={(change) => setInput({ ...input, ...change })} />
      </fieldset>
    </EntityDialog>
  )
}

/** The sentence about what a rule lacks; null where it lacks nothing. */
function useMissing({ claim, group, teamId, level }: GroupRuleInput): string | null {
  const { t } = useTranslation()
  if (claim === '') return t('Enter a claim first.')
  if (group === '') return t('Enter a group first.')
  return teamId === null && level === null ? t('Choose a team or a level first.') : null
}

interface PartProps {
  input: GroupRuleInput
  onChange: (change: Partial<GroupRuleInput>) => void
}

/** Provider, claim and group. */
function Said({ providers, input, onChange }: PartProps & Pick<GroupRuleFormProps, 'providers'>) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('Provider')}>
        <Select value={input.provider} onChange={({ target }) => onChange({ provider: target.value })}>
          {providers.map((provider) => (
            <option key={provider} value={provider}>
              {ruleProviderLabel(provider, t)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Claim or attribute')} hint={t('The name under which the provider sends groups.')}>
        <Input
          value={input.claim}
          maxLength={MAX_GROUP_NAME}
          autoComplete="off"
          onChange={({ target }) => onChange({ claim: target.value })}
        />
      </Field>
      <Field
        label={t('Group')}
        hint={t('As the provider sends it: a name, a path or an ID. Capitals make a difference.')}
        required
        className="md:col-span-2"
      >
        <Input
          value={input.group}
          maxLength={MAX_GROUP_NAME}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => onChange({ group: target.value })}
        />
      </Field>
    </>
  )
}

/** Team and level. */
function Given({ input, onChange }: PartProps) {
  const { t } = useTranslation()
  const { data: teams = [] } = useQuery(teamsQueries.list(useWorkspace()))
  return (
    <>
      <Field label={t('Team')}>
        <ChoiceButton
          listLabel={t('Teams')}
          options={[
            { id: '', label: t('No team'), muted: true },
            ...teams.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={input.teamId ?? ''}
          onChange={(id) => onChange({ teamId: id || null })}
          emptyText={t('No matches.')}
        />
      </Field>
      <Field
        label={t('Level')}
        hint={t(
          'Each sign-in sets the highest level of a member’s groups. The last administrator stays one.',
        )}
      >
        <Select
          value={input.level ?? ''}
          onChange={({ target }) => onChange({ level: levelOf(target.value) })}
        >
          <option value="">{t('No change')}</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {permissionLabel(level, t)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}
