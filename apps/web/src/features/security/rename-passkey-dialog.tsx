import type { Passkey } from '@cairn/workspace/port/security'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { useSecurityChange } from './use-security.ts'

/** Renames a passkey. Mounted again for each. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(passkey.name)
  const [isMissing, setMissing] = useState(false)
  const { change: rename, isPending } = useSecurityChange({
    write: async (security, next: string) => {
      await security.renamePasskey(passkey.id, next)
      return true
    },
    done: { title: t('Passkey renamed') },
    failed: t('Error renaming passkey'),
  })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '' && (await rename(name.trim()))) onClose()
  }

  return (
    <EntityDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Rename passkey')}
      onSubmit={submit}
      locked={isPending}
      narrow
      footer={<SubmitButtons label={t('Save')} pending={isPending} onCancel={onClose} />}
    >
      <PasskeyNameField value={name} onChange={setName} error={isMissing ? t('Please enter a name') : null} />
    </EntityDialog>
  )
}
