import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLabel } from '@/shared/device-label.ts'
import { PasswordProofField } from '@/shared/proof/password-proof-field.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { useAddPasskey } from './use-add-passkey.ts'

interface AddPasskeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the name, and for the password where the sign-in was long ago; the rest happens in the browser's dialog. */
export function AddPasskeyDialog({ open, onOpenChange }: AddPasskeyDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(() => deviceLabel(navigator.userAgent, t))
  const { passwordField, isPending, add, reset } = useAddPasskey(() => change(false))

  function change(next: boolean) {
    onOpenChange(next)
    if (next) return
    reset()
    setName(deviceLabel(navigator.userAgent, t))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void add(name.trim())
  }

  return (
    <EntityDialog
      open={open}
      onOpenChange={change}
      title={t('Add passkey')}
      description={t('Next, your browser asks for your fingerprint, your face or the PIN of this device.')}
      onSubmit={submit}
      locked={isPending}
      narrow
      footer={<SubmitButtons label={t('Continue')} pending={isPending} onCancel={() => change(false)} />}
    >
      <div className="flex flex-col gap-4">
        <PasskeyNameField value={name} onChange={setName} error={null} />
        <PasswordProofField
          field={passwordField}
          hint={t(
            'You signed in a while ago. If you have no password, sign out and in again, then add the passkey.',
          )}
        />
      </div>
    </EntityDialog>
  )
}
