import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import type { SecurityPart } from '@/workspace/port/security.ts'

/** The second factors that count. */
export function useFactors() {
  return useQuery(securityQueries.factors(useWorkspace()))
}

/** How many recovery codes are left; only somebody with a factor has any. */
export function useRecoveryCodesLeft() {
  const { data } = useQuery(securityQueries.recoveryCodesLeft(useWorkspace()))
  return data ?? null
}

/** Where one is signed in. */
export function useSessions() {
  return useQuery(securityQueries.sessions(useWorkspace()))
}

interface ChangeOptions<Input, Answer> {
  write: (security: SecurityPart, input: Input) => Promise<Answer>
  /** The toast for a success, where the screen does not show it by itself. */
  done?: ToastInput
  failed: string
  /** What is asked anew; usually the factors and the sessions. */
  makesStale?: QueryKey
}

/**
 * Changes something about one's own security; what is shown of it is asked anew. Gives the answer, or null for what did
 * not work, which a toast has told.
 */
export function useSecurityChange<Input, Answer>(options: ChangeOptions<Input, Answer>) {
  const { write, done, failed, makesStale = securityQueries.all } = options
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input) => write(security, input),
    async onSuccess() {
      if (done) toast(done)
      await queries.invalidateQueries({ queryKey: makesStale })
    },
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
  })
  return {
    change: (input: Input): Promise<Answer | null> => mutateAsync(input).catch(() => null),
    isPending,
  }
}
