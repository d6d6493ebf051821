import { useTranslation } from 'react-i18next'
import { DeleteRecordDialog } from '@/catalogue/delete-record-dialog.tsx'
import type { Solution } from '@/workspace/port/solutions.ts'
import { useDeleteSolution } from './use-solutions.ts'

interface DeleteSolutionDialogProps {
  solution: Solution
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a solution is deleted, and says what goes with it. */
export function DeleteSolutionDialog({ solution, ...handlers }: DeleteSolutionDialogProps) {
  const { t } = useTranslation()
  return (
    <DeleteRecordDialog
      kind="solution"
      record={solution}
      title={t('Delete Solution')}
      question={t('Are you sure you want to delete this solution? This action cannot be undone.')}
      deletion={useDeleteSolution()}
      {...handlers}
    />
  )
}
