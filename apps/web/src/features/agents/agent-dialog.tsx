import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RecordFormDialog } from '@/workspace/catalogue/record-form-dialog.tsx'
import type { Agent } from '@/workspace/port/agents.ts'
import { AgentFields } from './agent-fields.tsx'
import { agentFormSchema, formOf } from './agent-form.ts'
import { useSaveAgent } from './use-agents.ts'

/** The form of an agent that exists. */
export function AgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(agentFormSchema), defaultValues: formOf(agent) })
  const { save, isSaving } = useSaveAgent({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  return (
    <RecordFormDialog
      form={form}
      title={t('Edit Agent')}
      submitLabel={t('Save Changes')}
      isSaving={isSaving}
      save={(values) => save({ item: agent, form: values })}
      onClose={onClose}
    >
      <AgentFields ownerId={agent.ownerId} />
    </RecordFormDialog>
  )
}
