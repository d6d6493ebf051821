import type { DiscoveryPart } from '@cairn/workspace/port/discovery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { withProof } from '@/shared/proof/with-proof.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

const ALL = ['callers'] as const
const REFRESH_MS = 15_000

/** Loads the callers of the account with an unknown name, and refreshes them while the screen is visible. */
export function useCallers(state: 'waiting' | 'refused') {
  const { discovery } = useWorkspace()
  return useQuery({
    queryKey: [...ALL, state],
    queryFn: () => discovery.callers(state),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

/** Decides on callers, and shows their new state. */
export function useDecide<Given, Answer>(
  decide: (part: DiscoveryPart, given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const { t } = useTranslation()
  const { discovery } = useWorkspace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => withProof(() => decide(discovery, given)),
    onSuccess: onDone,
    onError: (error) => toast(failureToast(error, { title: t('This could not be saved') }, t)),
    // A caller that became a record is in its list too.
    onSettled: () => queries.invalidateQueries(),
  })
}
