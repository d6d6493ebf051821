import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/use-people-options.tsx'
import { useInvited, useTeam } from '@/shared/use-team.ts'
import { ChoiceButton } from '@/ui/choice-button.tsx'
import type { PickerOption } from '@/ui/list-picker.tsx'
import type { Receiver } from '@/workspace/port/handovers.ts'

interface ReceiverChoiceProps {
  label: string
  /** Who has it now, and is no choice. */
  except: string
  /** What it is called that nobody gets it. */
  nobody: string
  /** Somebody invited can own a record, and be no expert yet. */
  withInvited: boolean
  value: Receiver | null
  onChange: (to: Receiver | null) => void
}

/** The choice of who gets a record: a member, somebody invited, or nobody. */
export function ReceiverChoice({ label, nobody, value, onChange, ...who }: ReceiverChoiceProps) {
  const { t } = useTranslation()
  const people = useReceivers(who)
  const optionsOf = useOwnerOptions()
  const none: PickerOption = { id: '', label: nobody, muted: true }
  return (
    <ChoiceButton
      listLabel={label}
      options={[none, ...optionsOf(people)]}
      value={value?.id ?? ''}
      onChange={(id) => onChange(id === '' ? null : { id })}
      onBlur={() => undefined}
      emptyText={t('Nobody of that name is in the account.')}
    />
  )
}

/** Everybody who could get something of somebody. */
function useReceivers({ except, withInvited }: Pick<ReceiverChoiceProps, 'except' | 'withInvited'>) {
  const { members } = useTeam()
  const { invited } = useInvited()
  const people = members.filter(({ id }) => id !== except)
  return withInvited ? [...people, ...invited] : people
}
