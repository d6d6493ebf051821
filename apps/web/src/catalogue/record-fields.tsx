import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useTeam } from '@/shared/use-team.ts'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Select } from '@/ui/select.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import type { TeamMember } from '@/workspace/port/team.ts'
import type { RecordForm } from './record-form.ts'

/** The name of a record, inside of a `FormProvider`. */
export function NameField({ label }: { label: string }) {
  const { register } = useFormContext<RecordForm>()
  return (
    <Field label={label} error={useProblem('name')} required>
      <Input autoComplete="off" {...register('name')} />
    </Field>
  )
}

export function DescriptionField() {
  const { t } = useTranslation()
  const { register } = useFormContext<RecordForm>()
  return (
    <Field label={t('Description')} error={useProblem('description')} optional={t('Optional')}>
      <Textarea rows={4} {...register('description')} />
    </Field>
  )
}

interface OwnerFieldProps {
  label: string
  /** Who it is now, so that saving does not quietly drop an owner whom the user may not see any more. */
  ownerId: string | null
}

export function OwnerField({ label, ownerId }: OwnerFieldProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const { register } = useFormContext<RecordForm>()
  return (
    <Field label={label} optional={t('Optional')}>
      <Select {...register('ownerId')}>
        <option value="">{t('No owner assigned')}</option>
        {ownerChoices(members, ownerId).map(({ id, name }) => (
          <option key={id} value={id}>
            {name || t('Unknown User')}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** All members who are not pending, and the owner in any case. */
function ownerChoices(members: readonly TeamMember[], ownerId: string | null) {
  const choices = members.filter((member) => !member.isPending)
  const isMissing = ownerId !== null && !choices.some(({ id }) => id === ownerId)
  return isMissing ? [...choices, { id: ownerId, name: '' }] : choices
}

/** What is wrong with a field, in the reader's language. */
function useProblem(name: keyof RecordForm) {
  const { t } = useTranslation()
  const { formState } = useFormContext<RecordForm>()
  const message = formState.errors[name]?.message
  return message && t(message)
}
