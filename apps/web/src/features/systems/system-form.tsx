import { phrase } from '@cairn/workspace/lib/phrase'
import {
  type NewSystem,
  SYSTEM_STATUSES,
  type System,
  type SystemChange,
} from '@cairn/workspace/port/records/systems'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { useComparedFields } from '@/catalogue/form/compared-fields.tsx'
import { DetailsField, foldedDetails, useComparedDetails } from '@/catalogue/form/details-field.tsx'
import { detailsFormOf, detailsFormSchema, detailsOf } from '@/catalogue/form/details-form.ts'
import { DescriptionField, NameField } from '@/catalogue/form/record-fields.tsx'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/form/record-form.ts'
import { RecordFormDialog } from '@/catalogue/form/record-form-dialog.tsx'
import { useRecordResolver } from '@/catalogue/form/record-resolver.ts'
import { StatusField } from '@/catalogue/form/status-field.tsx'
import { DETAILS_COLUMN, RECORD_COLUMNS } from '@/catalogue/history/restoring.ts'
import { OwnerField } from '@/catalogue/owner/owner-field.tsx'
import { SYSTEMS } from './system-catalogue.ts'

/** The values of the form, and the rules for sending them. */
export const systemFormSchema = z.object({
  ...recordFormFields({
    required: phrase('System name is required'),
    tooLong: phrase('System name must have at most 120 characters.'),
  }),
  status: z.enum(SYSTEM_STATUSES),
  details: detailsFormSchema,
})

export type SystemForm = z.infer<typeof systemFormSchema>

/** Returns the initial values of the form. A status that is not known can only be replaced: by active. */
export function formOf(system: System | null): SystemForm {
  return {
    ...recordForm(system),
    status: SYSTEM_STATUSES.find((status) => status === system?.status) ?? 'active',
    details: detailsFormOf(system?.details),
  }
}

export function newSystemOf(form: SystemForm): NewSystem {
  return { ...recordInput(form), details: detailsOf(form.details) }
}

export function changeOf(form: SystemForm): SystemChange {
  return { ...newSystemOf(form), status: form.status }
}

const MAPPING = { formOf, added: newSystemOf, changed: changeOf }

/** The parts of a system that its history can restore. */
export const RESTORABLE_SYSTEM = {
  catalogue: SYSTEMS,
  mapping: MAPPING,
  schema: systemFormSchema,
  columns: { ...RECORD_COLUMNS, ...DETAILS_COLUMN },
}

/** How the fields of a system are shown where two states of them are compared. */
export function useSystemFields() {
  return useComparedFields<SystemForm>('system', [useComparedDetails()])
}

interface SystemDialogProps {
  /** Null to register a new one. */
  system: System | null
  onClose: () => void
}

/** The form of a system. */
export function SystemDialog({ system, onClose }: SystemDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('system', systemFormSchema, system),
    defaultValues: formOf(system),
  })
  return (
    <RecordFormDialog
      catalogue={SYSTEMS}
      mapping={MAPPING}
      form={form}
      record={system}
      fields={useSystemFields()}
      title={system ? t('Edit System') : t('Add System')}
      {...(!system && { description: t('Register a system that your organization runs.') })}
      submitLabel={system ? t('Save Changes') : t('Add System')}
      onClose={onClose}
      folded={system ? undefined : foldedDetails}
    >
      <NameField label={t('System Name')} />
      <DescriptionField />
      <OwnerField label={t('System Owner')} ownerId={system?.ownerId ?? null} />
      {system && <StatusField kind="system" />}
      {system && <DetailsField />}
    </RecordFormDialog>
  )
}
