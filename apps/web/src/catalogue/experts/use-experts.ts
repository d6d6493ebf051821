import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { TeamMember } from '@cairn/workspace/port/team'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { compareText } from '@/lib/text/compare-text.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { catalogueKey } from '@/queries/records/catalogue.ts'
import { expertQueries, expertsPart } from '@/queries/records/experts.ts'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { teamQueries } from '@/queries/team.ts'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import { useTeam } from '@/shared/people/use-team.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { refusalToAdd } from './expert-candidates.ts'
import { useChangeLinkedIds } from './use-linked-ids.ts'

const NONE: readonly string[] = []

/** A record's experts by name; none when they cannot be loaded, which a toast says. */
export function useExperts(kind: CatalogueKind, recordId: string) {
  const { expertIds, isLoading } = useExpertIds(kind, recordId)
  const { members, isLoading: isTeamLoading } = useTeam()
  const experts = expertIds
    .map((id) => members.find((member) => member.id === id) ?? unknownMember(id))
    .sort((one, other) => compareText(one.name, other.name))
  return { experts, isLoading: isLoading || isTeamLoading }
}

/** An expert who is no longer among the members whom the user may see. */
function unknownMember(id: string): TeamMember {
  return { id, name: '', avatarUrl: null, isPending: false }
}

function useExpertIds(kind: CatalogueKind, recordId: string) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const isMember = useMe().kind === 'member'
  const {
    data = NONE,
    error,
    isLoading,
  } = useQuery({
    ...expertQueries.of(workspace, kind, recordId),
    enabled: isMember,
  })
  useLoadFailureToast(error, { title: t('Error loading experts') })
  useEffect(() => {
    if (error) logFailure('loading the experts', error)
  }, [error])
  return { expertIds: data, isLoading }
}

/** Adds and removes experts. */
export function useChangeExperts(kind: CatalogueKind, recordId: string) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const part = expertsPart(workspace, kind)
  const { add, remove } = useChangeLinkedIds({
    queryKey: expertQueries.of(workspace, kind, recordId).queryKey,
    // The experts of a record decide a gap, a filter, and a fact about a member.
    stale: [
      dashboardQueries.all,
      [...catalogueKey(kind), 'pages'],
      teamQueries.allRecords,
      handoverQueries.all,
    ],
    add: {
      write: (personId) => part.addExpert(recordId, personId),
      done: { title: t('Expert added'), description: t('The expert has been added successfully') },
      failed: t('Error adding expert'),
    },
    remove: {
      write: (personId) => part.removeExpert(recordId, personId),
      done: { title: t('Expert removed'), description: t('The expert has been removed successfully') },
      failed: t('Error removing expert'),
    },
  })
  return {
    addExpert(person: TeamMember) {
      const refusal = refusalToAdd(person, t)
      if (refusal) toast(refusal)
      else add(person.id)
    },
    removeExpert: remove,
  }
}
