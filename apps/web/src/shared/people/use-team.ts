import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import { teamOf, teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import type { TeamMember } from '@cairn/workspace/port/team'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { teamsQueries } from '@/queries/teams.ts'
import { personName } from './person-name.ts'

const NONE: readonly TeamMember[] = []

/** Whether they are being loaded, and whether they are loaded: after a failure neither is true. */
interface Loaded {
  isLoading: boolean
  isKnown: boolean
}

/** Returns the people to choose owners and experts from. A failure is logged, and leaves no member to choose. */
export function useTeam(): { members: readonly TeamMember[] } & Loaded {
  const { data, error, isPending } = useQuery(teamQueries.members(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the team', error)
  }, [error])
  return { members: useNamed(data), isLoading: isPending, isKnown: data !== undefined }
}

/**
 * Returns the people with an open invitation, as far as the user may see them. A failure is logged, and leaves none.
 */
export function useInvited(): { invited: readonly TeamMember[] } & Loaded {
  const { data, error, isPending } = useQuery(teamQueries.invited(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the invited people', error)
  }, [error])
  return { invited: data ?? NONE, isLoading: isPending, isKnown: data !== undefined }
}

/** Returns the teams as owners of records. A failure is logged, and leaves none. */
export function useTeamOwners(): { teams: readonly TeamMember[] } & Loaded {
  const { data, error, isPending } = useQuery(teamsQueries.list(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the teams', error)
  }, [error])
  const teams = useMemo(
    () =>
      (data ?? []).map(({ id, name }) => ({ id: teamOwnerId(id), name, avatarUrl: null, isPending: false })),
    [data],
  )
  return { teams, isLoading: isPending, isKnown: data !== undefined }
}

/** Returns the same people; those without a name have a placeholder in the user's language. */
function useNamed(people: readonly TeamMember[] = NONE): readonly TeamMember[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const isNamed = people.every(({ name }) => personName(name, t) === name)
    return isNamed ? people : people.map((person) => ({ ...person, name: personName(person.name, t) }))
  }, [people, t])
}

/** Returns everybody who can own a record: the members, and after them teams and invited people. */
export function useOwners(): readonly TeamMember[] {
  const { members } = useTeam()
  const { invited } = useInvited()
  const { teams } = useTeamOwners()
  return useMemo(() => [...members, ...teams, ...invited], [members, teams, invited])
}

type FindOwner = (id: string) => TeamMember | null | undefined

/**
 * Finds the member, team or invited person who can own a record by the id in records. Null: they cannot any more. Undefined:
 * that is not known, while the people are loading or where they could not be loaded.
 */
export function useFindOwner(): FindOwner {
  const { members, isKnown: isTeamKnown } = useTeam()
  const { invited, isKnown: areInvitedKnown } = useInvited()
  const { teams, isKnown: areTeamsKnown } = useTeamOwners()
  return useMemo(() => {
    const byId = new Map([...members, ...teams, ...invited].map((person) => [person.id, person]))
    return (id) => {
      const isPersonKnown = invitationOf(id) === null ? isTeamKnown : areInvitedKnown
      const isKnown = teamOf(id) === null ? isPersonKnown : areTeamsKnown
      return byId.get(id) ?? (isKnown ? null : undefined)
    }
  }, [members, teams, invited, isTeamKnown, areTeamsKnown, areInvitedKnown])
}

/** Returns a function that names an owner by the id in records: empty or null for nobody. */
export function useOwnerName(): (id: string | null) => string {
  const { t } = useTranslation()
  const find = useFindOwner()
  const { isLoading } = useTeam()
  return useCallback(
    (id) => {
      if (id === null || id === '') return t('No owner assigned')
      const person = find(id)
      if (person) return person.name
      if (teamOf(id) !== null) return person === null ? t('Team deleted') : t('Team')
      if (invitationOf(id) !== null) return person === null ? t('Invitation expired') : t('Invited')
      return isLoading ? t('Loading...') : t('Unknown User')
    },
    [t, find, isLoading],
  )
}
