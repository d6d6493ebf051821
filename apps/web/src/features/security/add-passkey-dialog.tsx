import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLabel } from '@/shared/device-label.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { useAddPasskey } from './use-add-passkey.ts'

interface AddPasskeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The same function at each drawing, so that the field is focused once: when it appears. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Asks for the name, and for the password where the sign-in was long ago; the rest happens in the browser's dialog. */
export function AddPasskeyDialog({ open, onOpenChange }: AddPasskeyDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(() => deviceLabel(navigator.userAgent, t))
  const [password, setPassword] = useState('')
  const { needsPassword, passwordError, isPending, add, reset } = useAddPasskey(() => change(false))

  function change(next: boolean) {
    onOpenChange(next)
    if (next) return
    reset()
    setName(deviceLabel(navigator.userAgent, t))
    setPassword('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void add(name.trim(), password)
  }

  return (
    <EntityDialog
      open={open}
      onOpenChange={change}
      title={t('Add passkey')}
      description={t('Your browser asks next: for your fingerprint, your face or the PIN of this device.')}
      onSubmit={submit}
      locked={isPending}
      narrow
      footer={<SubmitButtons label={t('Continue')} pending={isPending} onCancel={() => change(false)} />}
    >
      <div className="flex flex-col gap-4">
        <PasskeyNameField value={name} onChange={setName} error={null} />
        {needsPassword && (
          <Field
            label={t('Password')}
            hint={t(
              'You signed in a while ago. Without a password, sign out and in again, then add the passkey.',
            )}
            error={passwordError}
          >
            <Input
              ref={focus}
              type="password"
              required
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        )}
      </div>
    </EntityDialog>
  )
}
