import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Select } from '@/ui/select.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { toast } from '@/ui/toast-store.ts'
import { SYSTEM_STATUSES, type System } from '@/workspace/port/systems.ts'
import type { TeamMember } from '@/workspace/port/team.ts'
import { formOf, type SystemForm, systemFormSchema } from './system-form.ts'
import { statusLook } from './system-status.ts'
import { useSaveSystem } from './use-systems.ts'
import { useTeam } from './use-team.ts'

interface SystemDialogProps {
  /** Null to register a new one. */
  system: System | null
  onClose: () => void
}

/** The form of a system. It closes when the server has kept it; refused, it keeps what was typed. */
export function SystemDialog({ system, onClose }: SystemDialogProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(systemFormSchema),
    defaultValues: formOf(system),
  })
  const { save, isSaving } = useSaveSystem({
    onTaken: (message) => setError('name', { message }, { shouldFocus: true }),
  })
  const problem = (name: keyof SystemForm) => {
    const message = formState.errors[name]?.message
    return message && t(message)
  }
  const submit = async (form: SystemForm) => {
    if (await save({ system, form })) onClose()
  }
  const explain = (errors: FieldErrors<SystemForm>) => {
    const message = errors.name?.message
    if (message) toast({ title: t('Error'), description: t(message), variant: 'destructive' })
  }

  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={system ? t('Edit System') : t('Add System')}
      description={system ? null : t('Register a system that your organization runs.')}
      locked={isSaving}
      onSubmit={(event) => void handleSubmit(submit, explain)(event)}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSaving}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isSaving}>
            {system ? t('Save Changes') : t('Add System')}
          </Button>
        </>
      }
    >
      <fieldset disabled={isSaving} className="flex flex-col gap-4">
        <Field label={t('System Name')} error={problem('name')} required>
          <Input autoComplete="off" {...register('name')} />
        </Field>
        <Field label={t('Description')} error={problem('description')} optional={t('Optional')}>
          <Textarea rows={4} {...register('description')} />
        </Field>
        <Field label={t('System Owner')} optional={t('Optional')}>
          <Select {...register('ownerId')}>
            <option value="">{t('No owner assigned')}</option>
            {ownerChoices(members, system?.ownerId ?? null).map(({ id, name }) => (
              <option key={id} value={id}>
                {name || t('Unknown User')}
              </option>
            ))}
          </Select>
        </Field>
        {system && (
          <Field label={t('Status')}>
            <Select {...register('status')}>
              {SYSTEM_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {t(statusLook(status).label)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </fieldset>
    </EntityDialog>
  )
}

/** Everybody who is here already, and the owner in any case, so that saving does not quietly drop one. */
function ownerChoices(members: readonly TeamMember[], ownerId: string | null) {
  const choices = members.filter((member) => !member.isPending)
  const isMissing = ownerId !== null && !choices.some(({ id }) => id === ownerId)
  return isMissing ? [...choices, { id: ownerId, name: '' }] : choices
}
