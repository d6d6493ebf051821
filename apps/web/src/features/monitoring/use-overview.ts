import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import type { AuditPart } from '@/workspace/port/audit.ts'

/** The security of the account at a glance. */
export function useOverview() {
  return useQuery(auditQueries.overview(useWorkspace()))
}

interface ActOptions {
  /** What is done; it answers whether there was anything to do. */
  write: (audit: AuditPart) => Promise<boolean>
  done: ToastInput
  /** What is told where there was nothing to do. */
  nothing: ToastInput
  failed: string
}

/** Acts on what the overview shows, says what became of it, and reads the overview and the log again. */
export function useAct({ write, done, nothing, failed }: ActOptions) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => write(await workspace.audit()),
    async onSuccess(isDone) {
      toast(isDone ? done : nothing)
      await queries.invalidateQueries({ queryKey: auditQueries.all })
    },
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
  })
  return { act: () => mutate(), isPending }
}
