import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TeamMember } from '@cairn/workspace/port/team'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { personName } from './person-name.ts'

/** Gives what turns people into the options of a picker: the user first, and who is pending flagged, by this word. */
export function usePeopleOptions(
  flag: Phrase = phrase('Pending'),
): (people: readonly TeamMember[]) => readonly PickerOption[] {
  const { t } = useTranslation()
  const { personId } = useMe()
  return useCallback(
    (people) =>
      [...people]
        .sort((one, other) => Number(other.id === personId) - Number(one.id === personId))
        .map(({ id, name, avatarUrl, isPending }) => ({
          id,
          label: personName(name, t),
          leading: <Avatar name={name} src={avatarUrl} size="sm" />,
          muted: isPending,
          ...(isPending && { trailing: <Badge variant="warning">{t(flag)}</Badge> }),
          ...(id === personId && { trailing: <Badge variant="secondary">{t('You')}</Badge> }),
        })),
    [t, personId, flag],
  )
}

/** The same for those who can own a record: an invited person is chosen like a member. */
export function useOwnerOptions(): ReturnType<typeof usePeopleOptions> {
  const optionsOf = usePeopleOptions(phrase('Invited'))
  return useCallback(
    (people) => optionsOf(people).map((option) => ({ ...option, muted: false })),
    [optionsOf],
  )
}
