import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/use-people-options.tsx'
import { useInvited, useTeam } from '@/shared/use-team.ts'
import { ChoiceButton } from '@/ui/choice-button.tsx'
import type { PickerOption } from '@/ui/list-picker.tsx'
import type { HandoverPart, Receiver } from '@/workspace/port/handovers.ts'

interface ReceiverChoiceProps {
  label: string
  options: readonly PickerOption[]
  value: Receiver | null
  onChange: (to: Receiver | null) => void
}

/** The choice of who gets a record: a member, somebody invited, or nobody. */
export function ReceiverChoice({ label, options, value, onChange }: ReceiverChoiceProps) {
  const { t } = useTranslation()
  return (
    <ChoiceButton
      listLabel={label}
      options={options}
      value={value?.id ?? ''}
      onChange={(id) => onChange(id === '' ? null : { id })}
      onBlur={() => undefined}
      emptyText={t('Nobody of that name is in the account.')}
    />
  )
}

/**
 * Who could get what of somebody, or nobody, under this name. Made once for a list of choices: somebody invited can own a
 * record, and be no expert yet.
 */
export function useReceiverOptions(
  except: string,
  nobody: string,
): Record<HandoverPart, readonly PickerOption[]> {
  const { members } = useTeam()
  const { invited } = useInvited()
  const optionsOf = useOwnerOptions()
  return useMemo(() => {
    const people = members.filter(({ id }) => id !== except)
    const none: PickerOption = { id: '', label: nobody, muted: true }
    return {
      owner: [none, ...optionsOf([...people, ...invited])],
      expert: [none, ...optionsOf(people)],
    }
  }, [members, invited, optionsOf, except, nobody])
}
