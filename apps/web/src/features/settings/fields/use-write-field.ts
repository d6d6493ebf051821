import { WorkspaceError } from '@cairn/workspace/errors'
import type { OwnFieldsPart } from '@cairn/workspace/port/records/own-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

interface Write {
  run: (fields: OwnFieldsPart) => Promise<unknown>
  /** What is told when it is done; without it, the screen shows it. */
  done?: ToastInput
  onDone?: () => void
  /** The field is not any more what the admin saw. */
  onConflict?: () => void
}

/** Changes definitions of fields. Whatever came of it, all screens have the definitions anew. */
export function useWriteField() {
  const { t } = useTranslation()
  const { ownFields } = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    // One after the other: a later change starts from what the one before has made.
    scope: { id: 'own fields' },
    mutationFn: ({ run }: Write) => run(ownFields),
    async onSuccess(_, { done, onDone }) {
      await queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      if (done) toast(done)
      onDone?.()
    },
    async onError(error, { onConflict }) {
      await queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      if (error instanceof WorkspaceError && error.kind === 'conflict') onConflict?.()
      toast(failureToast(error, { title: t('The field could not be saved') }, t))
    },
  })
  return { write: mutate, isWriting: isPending }
}
