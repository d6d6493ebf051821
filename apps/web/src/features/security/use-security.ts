import type { SecurityPart } from '@cairn/workspace/port/security'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

/** The verified second factors of the user. */
export function useFactors() {
  return useQuery(securityQueries.factors(useWorkspace()))
}

/** The passkeys of the user; null where the server knows none. */
export function usePasskeys() {
  return useQuery(securityQueries.passkeys(useWorkspace()))
}

/** The number of recovery codes that are left; only a user with a second factor has any. */
export function useRecoveryCodesLeft() {
  const { data } = useQuery(securityQueries.recoveryCodesLeft(useWorkspace()))
  return data ?? null
}

/** The sessions of the user. */
export function useSessions() {
  return useQuery(securityQueries.sessions(useWorkspace()))
}

interface ChangeOptions<Input, Answer> {
  write: (security: SecurityPart, input: Input) => Promise<Answer>
  /** The toast for a success, where the screen does not show it by itself. */
  done?: ToastInput
  failed: string
  /** The queries to invalidate; by default the factors and the sessions. */
  makesStale?: QueryKey
}

/**
 * Changes a factor, the recovery codes or a session, and invalidates their queries. Gives the answer, or null after a
 * failure, which a toast shows.
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
