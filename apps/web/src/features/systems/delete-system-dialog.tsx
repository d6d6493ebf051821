import { useTranslation } from 'react-i18next'
import { DeleteRecordDialog } from '@/catalogue/delete-record-dialog.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { useDeleteSystem } from './use-systems.ts'

interface DeleteSystemDialogProps {
  system: System
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a system is deleted, and says what goes with it. */
export function DeleteSystemDialog({ system, ...handlers }: DeleteSystemDialogProps) {
  const { t } = useTranslation()
  return (
    <DeleteRecordDialog
      kind="system"
      record={system}
      title={t('Delete System')}
      question={t(
        'Are you sure you want to delete this system? This action will remove all associations to knowledge articles and cannot be undone.',
      )}
      deletion={useDeleteSystem()}
      {...handlers}
    />
  )
}
