import { useTranslation } from 'react-i18next'
import { DeleteRecordDialog } from '@/catalogue/delete-record-dialog.tsx'
import type { Automation } from '@/workspace/port/automations.ts'
import { useDeleteAutomation } from './use-automations.ts'

interface DeleteAutomationDialogProps {
  automation: Automation
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an automation is deleted, and says what goes with it. */
export function DeleteAutomationDialog({ automation, ...handlers }: DeleteAutomationDialogProps) {
  const { t } = useTranslation()
  return (
    <DeleteRecordDialog
      kind="automation"
      record={automation}
      title={t('Delete Automation')}
      question={t('Are you sure you want to delete this automation? This action cannot be undone.')}
      deletion={useDeleteAutomation()}
      {...handlers}
    />
  )
}
