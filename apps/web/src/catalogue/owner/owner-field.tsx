import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import { teamOf } from '@cairn/workspace/port/records/team-owner'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwnerName, useOwners } from '@/shared/people/use-team.ts'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'

interface OwnerFieldProps {
  label: string
  /** The present owner, so that saving does not silently drop an owner whom the user may not see any more. */
  ownerId: string | null
}

/** The choice of the owner of a record, inside of a `FormProvider`: the team is searched, the user comes first. */
export function OwnerField({ label, ownerId }: OwnerFieldProps) {
  const { t } = useTranslation()
  const owners = useOwners()
  const { control } = useFormContext<{ ownerId: string }>()
  const { field } = useController({ name: 'ownerId', control })
  const optionsOf = useOwnerOptions()
  const former = useFormerOwner(ownerId)
  const nobody: PickerOption = { id: '', label: t('No owner assigned'), muted: true }
  return (
    <Field label={label}>
      <ChoiceButton
        listLabel={label}
        options={[nobody, ...former, ...optionsOf(owners)]}
        value={field.value}
        ref={field.ref}
        onBlur={field.onBlur}
        onChange={field.onChange}
        emptyText={t('No owner assigned')}
      />
    </Field>
  )
}

/** Returns an owner who is no choice any more: a member who left, or a person whose invitation is over. */
function useFormerOwner(ownerId: string | null): readonly PickerOption[] {
  const owners = useOwners()
  const ownerName = useOwnerName()
  const optionsOf = useOwnerOptions()
  if (ownerId === null || owners.some(({ id }) => id === ownerId)) return []
  const name = ownerName(ownerId)
  if (invitationOf(ownerId) === null && teamOf(ownerId) === null)
    return optionsOf([{ id: ownerId, name, avatarUrl: null, isPending: false }])
  return [{ id: ownerId, label: name, muted: true }]
}
