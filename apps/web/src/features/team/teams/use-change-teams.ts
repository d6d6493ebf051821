import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { TeamEnd, TeamInput, TeamName } from '@cairn/workspace/port/teams'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ACT_TOAST_MS, useShowAct, useUndoAct } from '@/catalogue/acts/use-undo-act.ts'
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

/** Returns what a toast offers after the end of a team: its undo. */
function useUndoOf() {
  const { t } = useTranslation()
  const { mutate: undo } = useUndoAct()
  const showAct = useShowAct()
  return ({ act }: TeamEnd) =>
    act !== null && {
      action: { label: t('Undo'), onPress: () => undo({ act }), isUndo: true },
      alternative: showAct(act),
      durationMs: ACT_TOAST_MS,
    }
}

/** Merges a team into another one. */
export function useMergeTeam(team: TeamName, onDone: () => void) {
  const { t } = useTranslation()
  const { teams } = useWorkspace()
  const undoOf = useUndoOf()
  const refresh = useRefresh()
  return useSave({
    write: (into: TeamName) => teams.merge(team.id, into.id),
    done: (end) => ({
      title: t('Teams merged'),
      description: t('Changed: {{count}} records', {
        count: end.records,
        defaultValue_one: 'Changed: {{count}} record',
      }),
      ...undoOf(end),
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
  const undoOf = useUndoOf()
  const refresh = useRefresh()
  return useSave({
    write: (receiverId: string | null) => teams.remove(team.id, receiverId),
    done: (end) => ({ title: t('Team deleted'), description: team.name, ...undoOf(end) }),
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
