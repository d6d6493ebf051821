import type { NewInvitation } from '@cairn/workspace/port/invitations'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '@/shared/form/use-field-error.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { EMPTY_INVITATION, inviteForm } from './invite-form.ts'
import { LevelField } from './level-field.tsx'
import { useInvitationChange } from './use-invitations.ts'

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Invites a new member to the account. What was entered stays until it has worked, or is given up. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const { t } = useTranslation()
  const form = useForm<NewInvitation>({ resolver: zodResolver(inviteForm), defaultValues: EMPTY_INVITATION })
  const { register, handleSubmit, reset, watch } = form
  const error = useFieldError(form)
  const { change: invite, isPending } = useInvitationChange({
    write: (invitations, invitation: NewInvitation) => invitations.send(invitation),
    done: () => ({
      title: t('Team member invited'),
      description: t("An invitation has been sent to the user's email."),
    }),
    failed: {
      title: t('Error adding team member'),
      otherwise: t('There was a problem adding the team member.'),
    },
  })
  const close = () => {
    reset()
    onOpenChange(false)
  }
  const submit = handleSubmit((invitation) => invite(invitation, { onSuccess: close }))
  return (
    <EntityDialog
      narrow
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(next) : close())}
      locked={isPending}
      title={t('Add Team Member')}
      description={t(
        'They get an email with a link. The link works for 48 hours, the invitation for 7 days.',
      )}
      onSubmit={(event) => void submit(event)}
      footer={<SubmitButtons label={t('Send Invitation')} pending={isPending} onCancel={close} />}
    >
      <fieldset disabled={isPending} className="flex flex-col gap-4">
        <Field label={t('Email')} error={error('email')} required>
          <Input type="email" autoComplete="off" {...register('email')} />
        </Field>
        <Field label={t('Name')} error={error('name')} required>
          <Input autoComplete="off" {...register('name')} />
        </Field>
        <Field label={t('Job Role')} error={error('jobRole')} required>
          <Input autoComplete="off" {...register('jobRole')} />
        </Field>
        <Field label={t('Department')} error={error('department')} required>
          <Input autoComplete="off" {...register('department')} />
        </Field>
        <LevelField
          chosen={watch('permissionLevel')}
          error={error('permissionLevel')}
          {...register('permissionLevel')}
        />
      </fieldset>
    </EntityDialog>
  )
}
