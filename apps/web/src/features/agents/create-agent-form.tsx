import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CreateForm } from '@/catalogue/create-form.tsx'
import { AgentFields } from './agent-fields.tsx'
import { agentFormSchema, formOf } from './agent-form.ts'
import { useSaveAgent } from './use-agents.ts'

/** The form of a new agent. */
export function CreateAgentForm() {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(agentFormSchema), defaultValues: formOf(null) })
  const { save, isSaving } = useSaveAgent({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  return (
    <CreateForm
      form={form}
      title={t('New AI Agent')}
      description={t('Register an agent that your organization uses, and on which platform it runs.')}
      submitLabel={t('Create Agent')}
      list={{ label: t('All agents'), to: '/agents' }}
      isSaving={isSaving}
      save={(values) => save({ item: null, form: values })}
    >
      <AgentFields ownerId={null} />
    </CreateForm>
  )
}
