import type { HandoverPart, Receiver } from '@cairn/workspace/port/records/handovers'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useInvited, useTeam, useTeamOwners } from '@/shared/people/use-team.ts'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'

interface ReceiverChoiceProps {
  label: string
  people: readonly PickerOption[]
  /** Whether the list is complete: then a person who is not in it has left. */
  isKnown: boolean
  /** The label of the option for no new owner; without it, the record must have one. */
  nobody?: string
  /** Undefined while nothing is chosen. */
  value: Receiver | null | undefined
  onChange: (to: Receiver | null) => void
}

/** The id of the option for nobody. */
const NOBODY = ''

/** The choice of who gets a record: a member, an invited person, or nobody. */
export function ReceiverChoice({ label, people, isKnown, nobody, value, onChange }: ReceiverChoiceProps) {
  const { t } = useTranslation()
  const none = nobody === undefined ? [] : [{ id: NOBODY, label: nobody, muted: true }]
  const hasLeft = isKnown && value != null && !people.some(({ id }) => id === value.id)
  return (
    <ChoiceButton
      listLabel={label}
      options={[...none, ...people]}
      value={value === undefined ? null : (value?.id ?? NOBODY)}
      placeholder={hasLeft ? t('Has left: choose someone else') : t('Choose someone')}
      isWrong={hasLeft}
      onChange={(id) => onChange(id === NOBODY ? null : { id })}
      emptyText={t('Nobody in the account has that name.')}
    />
  )
}

/** The possible receivers of each part of a handover, built once for a list of choices. */
export interface Receivers extends Record<HandoverPart, readonly PickerOption[]> {
  /** False while they are loaded, or where they could not be. */
  isKnown: boolean
}

/**
 * Returns the possible receivers of a member's records: an invited person can own a record, but cannot be an expert
 * yet. Teams own records without being asked, so nothing is passed on to them.
 */
export function useReceivers(except: string, withTeams = false): Receivers {
  const { members, isKnown } = useTeam()
  const { invited, isKnown: areInvitedKnown } = useInvited()
  const { teams, isKnown: areTeamsKnown } = useTeamOwners()
  const optionsOf = useOwnerOptions()
  return useMemo(() => {
    const people = members.filter(({ id }) => id !== except)
    return {
      owner: optionsOf([...people, ...(withTeams ? teams : []), ...invited]),
      expert: optionsOf(people),
      isKnown: isKnown && areInvitedKnown && (areTeamsKnown || !withTeams),
    }
  }, [members, teams, invited, optionsOf, except, isKnown, areInvitedKnown, areTeamsKnown, withTeams])
}
