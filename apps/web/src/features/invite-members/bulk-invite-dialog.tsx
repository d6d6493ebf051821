import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { BulkInviteFields } from './bulk-invite-fields.tsx'
import { sendLabel } from './send-label.ts'
import { useBulkInvite } from './use-bulk-invite.ts'

interface BulkInviteDialogProps {
  open: boolean
  onClose: () => void
}

/** Invites up to 100 people at once, alike. What was pasted stays until it has worked, or is given up. */
export function BulkInviteDialog({ open, onClose }: BulkInviteDialogProps) {
  const { t } = useTranslation()
  const list = useBulkInvite(() => giveUp())
  const { isPending } = list
  function giveUp() {
    list.reset()
    onClose()
  }
  return (
    <EntityDialog
      open={open}
      onOpenChange={giveUp}
      locked={isPending}
      title={t('Invite several people')}
      description={t(
        'Paste addresses from an email app or a spreadsheet, with or without names. Everyone gets an email with a link.',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        list.send()
      }}
      footer={<SubmitButtons label={sendLabel(list.fit, t)} pending={isPending} onCancel={giveUp} />}
    >
      <BulkInviteFields list={list} />
    </EntityDialog>
  )
}
