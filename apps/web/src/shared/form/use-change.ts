import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureToast } from '../loading/failure-toast.ts'
import { withProof } from '../proof/with-proof.ts'

export interface ChangeOptions<Part, Given, Answer> {
  write: (part: Part, given: Given) => Promise<Answer>
  /** The title of the toast, where it does not work out. */
  failed: string
  onDone?: (answer: Answer) => void
  onSettled?: () => void
}

/**
 * Changes something of a part of the workspace; what is under the key shows by itself what became of it, and a
 * toast what went wrong.
 */
export function useChange<Part, Given, Answer>(
  part: Part,
  queryKey: QueryKey,
  { write, failed, onDone, onSettled }: ChangeOptions<Part, Given, Answer>,
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: Given) => withProof(() => write(part, given)),
    onSuccess: (answer) => onDone?.(answer),
    onError: (failure) => toast(failureToast(failure, { title: failed }, t)),
    async onSettled() {
      await queries.invalidateQueries({ queryKey })
      onSettled?.()
    },
  })
  return { change: mutate, isChanging: isPending, error }
}
