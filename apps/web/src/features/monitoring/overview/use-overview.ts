import type { AuditPart } from '@cairn/workspace/port/audit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useSave } from '@/shared/form/use-save.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

/** Loads the security overview of the account. */
export function useOverview() {
  return useQuery(auditQueries.overview(useWorkspace()))
}

interface ActOptions {
  /** Does the action; resolves to whether there was anything to do. */
  write: (audit: AuditPart) => Promise<boolean>
  done: ToastInput
  /** The toast where there was nothing to do. */
  nothing: ToastInput
  failed: string
}

/** Acts on an item of the overview, reports the result, and refetches the overview and the log. */
export function useAct({ write, done, nothing, failed }: ActOptions) {
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { save, isSaving } = useSave({
    write: () => write(workspace.audit),
    done: (isDone) => (isDone ? done : nothing),
    failed: { title: failed },
    onSaved: () => queries.invalidateQueries({ queryKey: auditQueries.all }),
  })
  return { act: () => save(), isPending: isSaving }
}
