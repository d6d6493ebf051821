import type { JoiningPart } from '@cairn/workspace/port/joining'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { inboxQueries } from '@/queries/inbox.ts'
import { joiningQueries } from '@/queries/joining.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

interface JoiningOptions<Input, Answer> {
  write: (joining: JoiningPart, input: Input) => Promise<Answer>
  /** The toast after a success; none where the screen shows it anyway. */
  done?: ToastInput
  failed: string
  onDone?: (answer: Answer) => void
}

/** Changes the memberships of accounts, and refetches them; a failure is shown in a toast. */
export function useJoining<Input, Answer>({ write, done, failed, onDone }: JoiningOptions<Input, Answer>) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (input: Input) => write(workspace.joining, input),
    onSuccess(answer) {
      if (done) toast(done)
      onDone?.(answer)
    },
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
    onSettled: () =>
      Promise.all(
        [joiningQueries.all, inboxQueries.all].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
  return {
    change: (input: Input) => mutate(input),
    isPending,
    pendingInput: isPending ? variables : undefined,
  }
}
