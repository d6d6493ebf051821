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
  /** The toast after a success; without it, the screen shows the result. */
  done?: ToastInput
  onDone?: () => void
  /** Called when the field has changed since the admin loaded it. */
  onConflict?: () => void
}

/** Changes definitions of fields. All screens reload the definitions, also after a failure. */
export function useWriteField() {
  const { t } = useTranslation()
  const { ownFields } = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    // Writes run one after the other: a later change starts from the result of the one before.
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
