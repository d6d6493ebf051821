import type { HeartbeatsPart } from '@cairn/workspace/port/records/heartbeats'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

interface ChangeHeartbeatOptions<Given, Answer> {
  write: (part: HeartbeatsPart, given: Given) => Promise<Answer>
  /** The title of the toast, where it does not work out. */
  failed: string
  onDone?: (answer: Answer) => void
  onSettled?: () => void
}

/** Changes a heartbeat; cards and lists show by themselves what became of it. */
export function useChangeHeartbeat<Given = void, Answer = void>(
  options: ChangeHeartbeatOptions<Given, Answer>,
) {
  const { write, failed, onDone, onSettled } = options
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: Given) => write(await workspace.heartbeats(), given),
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: heartbeatQueries.all })
      onSettled?.()
    },
  })
  return { change: mutate, isChanging: isPending, error }
}
