import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useComparedFields } from '@/catalogue/compared-fields.tsx'
import { RecordFormDialog } from '@/catalogue/record-form-dialog.tsx'
import { agentStatusLook } from '@/catalogue/status-looks.ts'
import type { Agent } from '@/workspace/port/agents.ts'
import { AgentFields } from './agent-fields.tsx'
import { type AgentForm, agentFormSchema, formOf } from './agent-form.ts'
import { useSaveAgent } from './use-agents.ts'

/** The form of an agent that exists. */
export function AgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(agentFormSchema), defaultValues: formOf(agent) })
  const { save, isSaving } = useSaveAgent({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  const fields = [
    ...useComparedFields(agentStatusLook),
    { name: 'platform' as const, label: t('Platform'), show: ({ platform }: AgentForm) => t(platform) },
  ]
  return (
    <RecordFormDialog
      form={form}
      record={agent}
      formOf={formOf}
      fields={fields}
      title={t('Edit Agent')}
      submitLabel={t('Save Changes')}
      isSaving={isSaving}
      save={save}
      onClose={onClose}
    >
      <AgentFields ownerId={agent.ownerId} />
    </RecordFormDialog>
  )
}
