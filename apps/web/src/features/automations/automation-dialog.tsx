import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useComparedFields } from '@/catalogue/compared-fields.tsx'
import { RecordFormDialog } from '@/catalogue/record-form-dialog.tsx'
import { StatusField } from '@/catalogue/status-field.tsx'
import { automationStatusLook } from '@/catalogue/status-looks.ts'
import { AUTOMATION_STATUSES, type Automation } from '@/workspace/port/automations.ts'
import { AutomationFields } from './automation-fields.tsx'
import { type AutomationForm, automationFormSchema, formOf } from './automation-form.ts'
import { useSaveAutomation } from './use-automations.ts'

/** The form of an automation that exists. */
export function AutomationDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(automationFormSchema), defaultValues: formOf(automation) })
  const { save, isSaving } = useSaveAutomation({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  const fields = [
    ...useComparedFields(automationStatusLook),
    { name: 'source' as const, label: t('Source'), show: ({ source }: AutomationForm) => t(source) },
    {
      name: 'webhookUrl' as const,
      label: t('Webhook URL'),
      show: ({ webhookUrl }: AutomationForm) => webhookUrl,
    },
  ]
  return (
    <RecordFormDialog
      form={form}
      record={automation}
      formOf={formOf}
      fields={fields}
      title={t('Edit Automation')}
      submitLabel={t('Save Changes')}
      isSaving={isSaving}
      save={save}
      onClose={onClose}
    >
      <AutomationFields ownerId={automation.ownerId} />
      <StatusField statuses={AUTOMATION_STATUSES} lookOf={automationStatusLook} />
    </RecordFormDialog>
  )
}
