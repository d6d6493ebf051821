import type { ServiceAccount } from '@cairn/workspace/port/tokens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTeam } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { useChangeTokens } from './use-change-tokens.ts'

interface DialogProps {
  account: ServiceAccount
  onClose: () => void
}

/** Name and purpose of a service account, which is a new one where none is given. */
export function ServiceAccountForm({
  account,
  onClose,
}: Omit<DialogProps, 'account'> & { account: ServiceAccount | null }) {
  const { t } = useTranslation()
  const [name, setName] = useState(account?.name ?? '')
  const [purpose, setPurpose] = useState(account?.purpose ?? '')
  const { mutate, isPending } = useChangeTokens<null, unknown>(
    (part) =>
      account === null
        ? part.addServiceAccount(name.trim(), purpose.trim())
        : part.changeServiceAccount(account.id, name.trim(), purpose.trim()),
    onClose,
  )
  const missing = name.trim() === '' ? t('Enter a name first.') : null
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={account === null ? t('Add Service Account') : t('Change {{name}}', { name: account.name })}
      description={t('Scripts act for it that are no member’s own. You answer for what its tokens do.')}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null && !isPending) mutate(null)
      }}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isPending} disabledReason={missing}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={t('Name')}>
          <Input
            value={name}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label={t('Purpose')}>
          <Textarea value={purpose} maxLength={500} onChange={({ target }) => setPurpose(target.value)} />
        </Field>
      </div>
    </EntityDialog>
  )
}

/** Asks for the next owner, who is notified. */
export function GiveServiceAccount({ account: { id, name, ownerId }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const [receiver, setReceiver] = useState('')
  const { mutate, isPending } = useChangeTokens((part) => part.giveServiceAccount(id, receiver), onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Give {{name}} to another owner', { name })}
      description={t('The secrets of its tokens end at once. The next owner rotates them.')}
      confirmLabel={t('Give')}
      disabledReason={receiver === '' ? t('Choose a member first.') : null}
      pending={isPending}
      onConfirm={() => mutate(null)}
    >
      <Field label={t('Next owner')}>
        <Select value={receiver} onChange={({ target }) => setReceiver(target.value)}>
          <option value="">{t('Choose a member')}</option>
          {members
            .filter((member) => member.id !== ownerId)
            .map((member) => (
              <option key={member.id} value={member.id}>
                {member.name}
              </option>
            ))}
        </Select>
      </Field>
    </ConfirmDialog>
  )
}

/** Asks before a service account and its tokens end. */
export function DeleteServiceAccount({ account: { id, name }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeTokens((part) => part.deleteServiceAccount(id), onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the service account {{name}}?', { name })}
      description={t('Its tokens are revoked at once. What they entered stays.')}
      confirmLabel={t('Delete')}
      destructive
      pending={isPending}
      onConfirm={() => mutate(null)}
    />
  )
}
