import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { FirstCall } from './first-call.tsx'
import type { WorkingHeartbeat } from './working-heartbeat.ts'

interface TestDialogProps {
  heartbeat: WorkingHeartbeat
  /** The record's. */
  name: string
  onClose: () => void
}

/** Waits for a call, so that a user sees whether it arrives. */
export function TestDialog({ heartbeat: { kind, recordId }, name, onClose }: TestDialogProps) {
  const { t } = useTranslation()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      narrow
      title={t('Test the address of {{name}}', { name })}
      description={t('Run it now, or call its address by hand. The call shows here as soon as it arrives.')}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <FirstCall kind={kind} recordId={recordId} />
    </EntityDialog>
  )
}
