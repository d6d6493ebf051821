import type { AuditPart } from '@cairn/workspace/port/audit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useSave } from '@/shared/form/use-save.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

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
