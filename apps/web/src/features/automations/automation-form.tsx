import { asPhrase, phrase } from '@cairn/workspace/lib/phrase'
import {
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  type Automation,
  type AutomationChange,
  type NewAutomation,
} from '@cairn/workspace/port/records/automations'
import { useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type ComparedField, comparedField } from '@/catalogue/form/compared-field.ts'
import { useComparedFields } from '@/catalogue/form/compared-fields.tsx'
import { CreateForm } from '@/catalogue/form/create-form.tsx'
import { DescriptionField, NameField } from '@/catalogue/form/record-fields.tsx'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/form/record-form.ts'
import { RecordFormDialog } from '@/catalogue/form/record-form-dialog.tsx'
import { useRecordResolver } from '@/catalogue/form/record-resolver.ts'
import { StatusField } from '@/catalogue/form/status-field.tsx'
import { RECORD_COLUMNS } from '@/catalogue/history/restoring.ts'
import { OwnerField } from '@/catalogue/owner/owner-field.tsx'
import { isHttpsAddress } from '@/lib/address/https-address.ts'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { AUTOMATIONS } from './automation-catalogue.ts'

/** The values of the form, and the rules for sending them. */
export const automationFormSchema = z.object({
  ...recordFormFields({
    required: phrase('Automation name is required'),
    tooLong: phrase('Automation name must have at most 120 characters.'),
  }),
  source: z.enum(AUTOMATION_SOURCES),
  webhookUrl: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isHttpsAddress(text),
      phrase('Enter a web address that begins with https://, or leave it empty.'),
    ),
  ),
  status: z.enum(AUTOMATION_STATUSES),
})

export type AutomationForm = z.infer<typeof automationFormSchema>

/** Returns the initial values of the form. Words that are not known can only be replaced. */
export function formOf(automation: Automation | null): AutomationForm {
  return {
    ...recordForm(automation),
    source: automation ? knownSource(automation.source) : 'Zapier',
    webhookUrl: automation?.webhookUrl ?? '',
    status: automation?.status === 'active' ? 'active' : 'inactive',
  }
}

export function newAutomationOf(form: AutomationForm): NewAutomation {
  return { ...recordInput(form), source: form.source, webhookUrl: form.webhookUrl }
}

export function changeOf(form: AutomationForm): AutomationChange {
  return { ...newAutomationOf(form), status: form.status }
}

function knownSource(source: string) {
  return AUTOMATION_SOURCES.find((candidate) => candidate === source) ?? 'Other'
}

const MAPPING = { formOf, added: newAutomationOf, changed: changeOf }

/** The parts of an automation that its history can restore. */
export const RESTORABLE_AUTOMATION = {
  catalogue: AUTOMATIONS,
  mapping: MAPPING,
  schema: automationFormSchema,
  columns: {
    ...RECORD_COLUMNS,
    source: (source: unknown) => ({ source }),
    webhook_url: (webhookUrl: unknown) => ({ webhookUrl: webhookUrl ?? '' }),
  },
}

/** How the fields of an automation are shown where two states of them are compared. */
export function useAutomationFields(): readonly ComparedField<AutomationForm>[] {
  const { t } = useTranslation()
  return useComparedFields<AutomationForm>('automation', [
    comparedField('source', t('Source'), ({ source }) => t(source)),
    comparedField('webhookUrl', t('Webhook URL'), ({ webhookUrl }) => webhookUrl),
  ])
}

interface AutomationDialogProps {
  /** Null for a new one. */
  automation: Automation | null
  onClose: () => void
}

/** The form of an automation in a window. */
export function AutomationDialog({ automation, onClose }: AutomationDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('automation', automationFormSchema, automation),
    defaultValues: formOf(automation),
  })
  return (
    <RecordFormDialog
      catalogue={AUTOMATIONS}
      mapping={MAPPING}
      form={form}
      record={automation}
      fields={useAutomationFields()}
      title={automation ? t('Edit Automation') : t('Create Automation')}
      submitLabel={automation ? t('Save Changes') : t('Create Automation')}
      onClose={onClose}
    >
      <AutomationFields ownerId={automation?.ownerId ?? null} />
      {automation && <StatusField kind="automation" />}
    </RecordFormDialog>
  )
}

/** The form of a new automation. */
export function CreateAutomationForm() {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('automation', automationFormSchema, null),
    defaultValues: formOf(null),
  })
  return (
    <CreateForm
      catalogue={AUTOMATIONS}
      mapping={MAPPING}
      form={form}
      title={t('Create Automation')}
      description={t(
        'Connect a flow that runs elsewhere. It starts inactive. You can activate it in the list.',
      )}
      submitLabel={t('Create Automation')}
      listLabel={t('All automations')}
    >
      <AutomationFields ownerId={null} />
    </CreateForm>
  )
}

function AutomationFields({ ownerId }: { ownerId: string | null }) {
  const { t } = useTranslation()
  const { register, formState } = useFormContext<AutomationForm>()
  const webhookProblem = formState.errors.webhookUrl?.message
  return (
    <>
      <NameField label={t('Automation Name')} />
      <Field label={t('Source')}>
        <Select {...register('source')}>
          {AUTOMATION_SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(source)}
            </option>
          ))}
        </Select>
      </Field>
      <DescriptionField />
      <Field
        label={t('Webhook URL')}
        hint={t("In the list, a Zap's name links to this address. Cairn itself never calls it.")}
        error={webhookProblem && t(asPhrase(webhookProblem))}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register('webhookUrl')}
        />
      </Field>
      <OwnerField label={t('Automation Owner')} ownerId={ownerId} />
    </>
  )
}
