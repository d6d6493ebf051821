import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { archiveQueries } from '@/queries/archives.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

interface ArchiveChangeOptions {
  write: () => Promise<void>
  /** The title of the toast, where it does not work out. */
  failed: string
  onSettled?: () => void
}

/** Makes or deletes an archive; the card shows by itself what became of it. */
export function useArchiveChange({ write, failed, onSettled }: ArchiveChangeOptions) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: write,
    async onSettled() {
      await queries.invalidateQueries({ queryKey: archiveQueries.state(workspace).queryKey })
      onSettled?.()
    },
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
  })
  return { change: () => mutate(), isChanging: isPending }
}
