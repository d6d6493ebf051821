import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { RunChart } from './run-chart.tsx'
import { RunsTable } from './runs-table.tsx'

export interface RunsDialogProps {
  heartbeatId: string
  /** The record's. */
  name: string
  onClose: () => void
}

/** The runs of a heartbeat: how the last 90 days went, and what each run reported. */
export function RunsDialog({ heartbeatId, name, onClose }: RunsDialogProps) {
  const { t } = useTranslation()
  return (
    <EntityDialog open onOpenChange={onClose} wide title={t('Runs of {{name}}', { name })}>
      <div className="flex flex-col gap-5">
        <RunChart heartbeatId={heartbeatId} />
        <RunsTable heartbeatId={heartbeatId} />
      </div>
    </EntityDialog>
  )
}
