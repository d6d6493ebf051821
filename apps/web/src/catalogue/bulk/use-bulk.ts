import { GuestModeError, isWorthRetrying, NotSignedIn } from '@cairn/workspace/errors'
import type { BulkChange, BulkTarget } from '@cairn/workspace/port/records/bulk'
import type { DeletionOptions } from '@cairn/workspace/port/records/deletion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { failureReason, failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { ACT_TOAST_MS, useShowAct, useUndoAct } from '../acts/use-undo-act.ts'
import type { BulkWords } from './bulk-words.ts'

interface BulkOptions {
  target: BulkTarget
  change: BulkChange
  words: BulkWords
  /** It is done, or cannot be done however often it is tried. */
  onDone: () => void
  /** The server has decided: what was seen before does not hold any more. */
  onRefused: () => void
}

/** Changes many records, tells what came of it, and offers to take it back. `failure` says why it was not done. */
export function useBulk({ target, change, words, onDone, onRefused }: BulkOptions) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { mutate: undo } = useUndoAct()
  const showAct = useShowAct()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ seenAt, options }: { seenAt: string; options: DeletionOptions }) =>
      workspace.bulk.change(target, change, seenAt, options),
    onSuccess({ act, changes, total }) {
      for (const queryKey of keysOfNews([target.kind])) void queries.invalidateQueries({ queryKey })
      toast({
        title: changes === 0 ? words.nothingDone : words.done(changes),
        description: changes < total ? t('Skipped: {{number}}', { number: total - changes }) : null,
        ...(act !== null && {
          action: { label: t('Undo'), onPress: () => undo({ act }), isUndo: true },
          alternative: showAct(act),
        }),
        ...(changes > 1 && { durationMs: ACT_TOAST_MS }),
      })
      onDone()
    },
    onError(problem) {
      if (isFinal(problem)) {
        toast(failureToast(problem, { title: words.failed }, t))
        onDone()
      } else if (!isWorthRetrying(problem)) onRefused()
    },
  })
  return { act: mutate, isPending, failure: error && !isFinal(error) ? failureReason(error, t) : null }
}

/** Whether it is refused however often it is tried. */
function isFinal(error: unknown): boolean {
  return error instanceof GuestModeError || error instanceof NotSignedIn
}
