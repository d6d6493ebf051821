import type { ActUndo } from '@cairn/workspace/port/records/acts'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { showRestored } from '@/queries/deletions/show-restored.ts'
import { keysOfNews } from '@/queries/news.ts'
import { teamQueries } from '@/queries/team.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { undoTexts } from './act-words.ts'

/** For how long the toast of an act on more than one record stands. */
export const ACT_TOAST_MS = 15_000

/** Takes an act back, or what the user did last, and tells what came of it. */
export function useUndoAct(): UseMutationResult<ActUndo | null, Error, { act: string | null }> {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const showAct = useShowAct()
  return useMutation({
    mutationFn: ({ act }: { act: string | null }) =>
      act === null ? workspace.acts.undoLast() : workspace.acts.undo(act),
    onSuccess(done) {
      if (done === null) return
      // This page may have deleted some of them itself, and hides them since.
      void showRestored(workspace, pendingDeletions, CATALOGUE_KINDS)
      toast({
        ...undoTexts(done, t),
        durationMs: ACT_TOAST_MS,
        ...(done.act !== null && { action: showAct(done.act) }),
      })
    },
    onError(error) {
      toast(failureToast(error, { title: t('This could not be undone') }, t))
    },
    onSettled(done) {
      if (done?.team) void queries.invalidateQueries({ queryKey: teamQueries.all })
      for (const queryKey of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** The button of a toast that leads to an act. */
export function useShowAct(): (act: string) => { label: string; onPress: () => void } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (act) => ({ label: t('View details'), onPress: () => void navigate(`/activity/${act}`) })
}
