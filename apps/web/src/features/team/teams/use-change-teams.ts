import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { TeamInput, TeamName } from '@cairn/workspace/port/teams'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { teamQueries } from '@/queries/team.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Brings everything up to date that shows teams, or records of teams. */
function useRefresh() {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey })
    return queries.invalidateQueries({ queryKey: teamQueries.all })
  }
}

/** Adds a team, where the id is null, or changes one. */
export function useSaveTeam(id: string | null, onDone: () => void) {
  const { t } = useTranslation()
  const { teams } = useWorkspace()
  const refresh = useRefresh()
  return useSave({
    write: (input: TeamInput) => teams.save(id, input).then(() => input),
    done: ({ name }) => ({ title: id === null ? t('Team added') : t('Team changed'), description: name }),
    failed: { title: t('The team could not be saved') },
    onSaved: async () => {
      await refresh()
      onDone()
    },
  })
}

/** Merges a team into another one. */
export function useMergeTeam(team: TeamName, onDone: () => void) {
  const { t } = useTranslation()
  const { teams } = useWorkspace()
  const refresh = useRefresh()
  return useSave({
    write: (into: TeamName) => teams.merge(team.id, into.id),
    done: (count) => ({
      title: t('Teams merged'),
      description: t('Changed: {{count}} records', { count, defaultValue_one: 'Changed: {{count}} record' }),
    }),
    failed: { title: t('The team could not be merged') },
    onSaved: async () => {
      await refresh()
      onDone()
    },
  })
}

/** Deletes a team. A member gets its records, or nobody. */
export function useDeleteTeam(team: TeamName, onDone: () => void) {
  const { t } = useTranslation()
  const { teams } = useWorkspace()
  const refresh = useRefresh()
  return useSave({
    write: (receiverId: string | null) => teams.remove(team.id, receiverId),
    done: { title: t('Team deleted'), description: team.name },
    failed: { title: t('The team could not be deleted') },
    onSaved: async () => {
      await refresh()
      onDone()
    },
  })
}

/** Adds a team for each department that no team is named after. */
export function useAddDepartments() {
  const { t } = useTranslation()
  const { teams } = useWorkspace()
  return useSave({
    write: () => teams.addDepartments(),
    done: (count) => ({
      title: t('Teams of departments'),
      description:
        count === 0
          ? t('Each department that members show has a team.')
          : t('Added: {{count}} teams', { count, defaultValue_one: 'Added: {{count}} team' }),
    }),
    failed: { title: t('The teams could not be added') },
    onSaved: useRefresh(),
  })
}
