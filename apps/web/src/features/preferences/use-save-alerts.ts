import type { AlertsPart } from '@cairn/workspace/port/alerts'
import { useTranslation } from 'react-i18next'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useChange } from '@/shared/form/use-change.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

interface SaveOptions<Given> {
  write: (part: AlertsPart, given: Given) => Promise<void>
  /** The sentence of the toast after a success. */
  done: string
}

/** Saves a setting of alerts, and says what became of it. */
export function useSaveAlerts<Given>({ write, done }: SaveOptions<Given>) {
  const { t } = useTranslation()
  const { alerts } = useWorkspace()
  return useChange(alerts, alertQueries.all, {
    write,
    failed: t('This could not be saved'),
    onDone: () => toast({ title: done }),
  })
}
