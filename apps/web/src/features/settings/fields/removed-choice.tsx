import type { OwnChoice } from '@cairn/workspace/port/records/own-fields'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'

interface RemovedChoiceProps {
  field: string
  choice: OwnChoice
  onClose: () => void
  onRemove: () => void
}

/** Asks before a choice goes, and says how many records have it. */
export function RemovedChoice({ field, choice, onClose, onRemove }: RemovedChoiceProps) {
  const { t } = useTranslation()
  const { data: records, error } = useQuery(ownFieldQueries.choice(useWorkspace(), field, choice.id))
  const says = () => {
    if (error) return failureReason(error, t)
    if (records === undefined) return t('Counting the records …')
    if (records === 0) return t('No record has this choice.')
    return t('Records that have this choice: {{number}}. They keep it until it is changed.', {
      number: records,
    })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Remove {{name}}?', { name: choice.name })}
      description={says()}
      confirmLabel={t('Remove')}
      destructive
      pending={records === undefined && !error}
      onConfirm={onRemove}
    />
  )
}
