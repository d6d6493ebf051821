import { useTranslation } from 'react-i18next'
import { DeleteRecordDialog } from '@/catalogue/delete-record-dialog.tsx'
import type { Agent } from '@/workspace/port/agents.ts'
import { useDeleteAgent } from './use-agents.ts'

interface DeleteAgentDialogProps {
  agent: Agent
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an agent is deleted, and says what goes with it. */
export function DeleteAgentDialog({ agent, ...handlers }: DeleteAgentDialogProps) {
  const { t } = useTranslation()
  return (
    <DeleteRecordDialog
      kind="agent"
      record={agent}
      title={t('Delete Agent')}
      question={t('Are you sure you want to delete this agent? This action cannot be undone.')}
      deletion={useDeleteAgent()}
      {...handlers}
    />
  )
}
