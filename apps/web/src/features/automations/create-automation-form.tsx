import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CreateForm } from '@/catalogue/create-form.tsx'
import { AutomationFields } from './automation-fields.tsx'
import { automationFormSchema, formOf } from './automation-form.ts'
import { useSaveAutomation } from './use-automations.ts'

/** The form of a new automation. */
export function CreateAutomationForm() {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(automationFormSchema), defaultValues: formOf(null) })
  const { save, isSaving } = useSaveAutomation({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  return (
    <CreateForm
      form={form}
      title={t('New Automation')}
      description={t('Connect a flow that runs elsewhere. It starts inactive; you activate it in the list.')}
      submitLabel={t('Create Automation')}
      list={{ label: t('All automations'), to: '/automations' }}
      isSaving={isSaving}
      save={(values) => save({ item: null, form: values })}
    >
      <AutomationFields ownerId={null} />
    </CreateForm>
  )
}
