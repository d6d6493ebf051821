import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useComparedFields } from '@/catalogue/compared-fields.tsx'
import { DescriptionField, NameField, OwnerField } from '@/catalogue/record-fields.tsx'
import { RecordFormDialog } from '@/catalogue/record-form-dialog.tsx'
import { StatusField } from '@/catalogue/status-field.tsx'
import { systemStatusLook } from '@/catalogue/status-looks.ts'
import { SYSTEM_STATUSES, type System } from '@/workspace/port/systems.ts'
import { formOf, systemFormSchema } from './system-form.ts'
import { useSaveSystem } from './use-systems.ts'

interface SystemDialogProps {
  /** Null to register a new one. */
  system: System | null
  onClose: () => void
}

/** The form of a system. */
export function SystemDialog({ system, onClose }: SystemDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(systemFormSchema), defaultValues: formOf(system) })
  const { save, isSaving } = useSaveSystem({
    onTaken: (message) => form.setError('name', { message }, { shouldFocus: true }),
  })
  return (
    <RecordFormDialog
      form={form}
      record={system}
      formOf={formOf}
      fields={useComparedFields(systemStatusLook)}
      title={system ? t('Edit System') : t('Add System')}
      {...(!system && { description: t('Register a system that your organization runs.') })}
      submitLabel={system ? t('Save Changes') : t('Add System')}
      isSaving={isSaving}
      save={save}
      onClose={onClose}
    >
      <NameField label={t('System Name')} />
      <DescriptionField />
      <OwnerField label={t('System Owner')} ownerId={system?.ownerId ?? null} />
      {system && <StatusField statuses={SYSTEM_STATUSES} lookOf={systemStatusLook} />}
    </RecordFormDialog>
  )
}
