import type { AuditFilter } from '@cairn/workspace/port/audit'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '@/lib/browser/save-file.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { EXPORT_LIMIT, type ExportFormat, exportLog } from './export-log.ts'

/** An export under way: how many entries have come, or null where there is none. It ends with the screen. */
export function useExport(filter: AuditFilter | null) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const [exported, setExported] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: ExportFormat) => {
    if (filter === null) return
    const stopper = new AbortController()
    running.current = stopper
    const { signal } = stopper
    setExported(0)
    try {
      const { file, entries, isCut } = await exportLog({
        audit: workspace.audit,
        filter,
        format,
        signal,
        onProgress: setExported,
      })
      signal.throwIfAborted()
      saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`)
      toast({
        title: t('Audit log exported'),
        description: isCut
          ? t('Only the newest {{number}} entries were exported. Narrow the filter to export older ones.', {
              number: EXPORT_LIMIT,
            })
          : t('Entries: {{number}}', { number: entries }),
      })
    } catch (error) {
      if (!signal.aborted) toast(failureToast(error, { title: t('Error exporting audit logs') }, t))
    } finally {
      setExported(null)
    }
  }
  return { exported, start, stop: () => running.current?.abort() }
}
