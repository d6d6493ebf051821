import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { toast } from '@/ui/toast-store.ts'
import { useMe, useWorkspace } from '@/workspace/context.tsx'
import { WorkspaceError } from '@/workspace/errors.ts'
import { failureToast, useLoadFailureToast } from '@/workspace/failure-toast.ts'
import type { TeamMember } from '@/workspace/port/team.ts'
import { systemQueries } from '@/workspace/queries/systems.ts'
import { refusalToAdd } from './expert-candidates.ts'
import { useTeam } from './use-team.ts'

const NONE: readonly string[] = []

/** A system's experts by name; none when they cannot be loaded, which a toast says. */
export function useExperts(systemId: string) {
  const { expertIds, isLoading } = useExpertIds(systemId)
  const { members, isLoading: isTeamLoading } = useTeam()
  const experts = expertIds
    .map((id) => members.find((member) => member.id === id) ?? unknownMember(id))
    .sort((one, other) => one.name.localeCompare(other.name))
  return { experts, isLoading: isLoading || isTeamLoading }
}

/** An expert who is no longer among those that one may see. */
function unknownMember(id: string): TeamMember {
  return { id, name: '', avatarUrl: null, isPending: false }
}

function useExpertIds(systemId: string) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const isMember = useMe().kind === 'member'
  const {
    data = NONE,
    error,
    isLoading,
  } = useQuery({
    ...systemQueries.experts(workspace, systemId),
    enabled: isMember,
  })
  useLoadFailureToast(error, t('Error loading experts'))
  useEffect(() => {
    if (error) logFailure('loading the experts', error)
  }, [error])
  return { expertIds: data, isLoading }
}

interface Change {
  mutationFn: (person: TeamMember) => Promise<void>
  apply: (ids: readonly string[], personId: string) => readonly string[]
  done: { title: string; description: string }
  failed: string
}

/** Adds and removes experts. The list shows the change at once, and takes it back if the server refuses. */
export function useChangeExperts(systemId: string) {
  const { t } = useTranslation()
  const { systems } = useWorkspace()
  const add = useOptimisticChange(systemId, {
    mutationFn: (person) => systems.addExpert(systemId, person.id),
    apply: (ids, personId) => [...ids, personId],
    done: { title: t('Expert added'), description: t('The expert has been added successfully') },
    failed: t('Error adding expert'),
  })
  const remove = useOptimisticChange(systemId, {
    mutationFn: (person) => systems.removeExpert(systemId, person.id),
    apply: (ids, personId) => ids.filter((id) => id !== personId),
    done: { title: t('Expert removed'), description: t('The expert has been removed successfully') },
    failed: t('Error removing expert'),
  })
  return {
    addExpert(person: TeamMember) {
      const refusal = refusalToAdd(person, t)
      if (refusal) toast(refusal)
      else add(person)
    },
    removeExpert: remove,
  }
}

function useOptimisticChange(systemId: string, { mutationFn, apply, done, failed }: Change) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey } = systemQueries.experts(useWorkspace(), systemId)
  const reload = () => queries.invalidateQueries({ queryKey })
  const { mutate } = useMutation({
    mutationFn,
    async onMutate(person) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (ids = NONE) => apply(ids, person.id))
      return before
    },
    onSuccess() {
      toast(done)
      return reload()
    },
    onError(error, _, before) {
      queries.setQueryData(queryKey, before)
      toast(failureToast(error, failed, t))
      return isAboutTheList(error) ? reload() : undefined
    },
  })
  return mutate
}

/** Whether somebody else seems to have changed the list meanwhile. Any other failure leaves it as it was. */
function isAboutTheList(error: unknown): boolean {
  return error instanceof WorkspaceError && ['conflict', 'not-found', 'invalid'].includes(error.kind)
}
