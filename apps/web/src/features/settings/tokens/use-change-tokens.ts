import type { TokensPart } from '@cairn/workspace/port/tokens'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { tokenQueries } from '@/queries/tokens.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { withProof } from '@/shared/proof/with-proof.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Changes tokens or service accounts, and shows them as they are then. */
export function useChangeTokens<Given, Answer>(
  change: (part: TokensPart, given: Given) => Promise<Answer>,
  onDone: (answer: Answer, given: Given) => void,
) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => withProof(() => change(workspace.tokens, given)),
    onSuccess: onDone,
    onError: (error) => toast(failureToast(error, { title: t('This could not be saved') }, t)),
    onSettled: () =>
      Promise.all(
        [tokenQueries.all(workspace), dashboardQueries.gaps(workspace)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
