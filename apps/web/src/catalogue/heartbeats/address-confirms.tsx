import type { NewAddress } from '@cairn/workspace/port/records/heartbeats'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'

interface AddressConfirmsProps {
  heartbeatId: string
  asked: 'rotate' | 'revoke' | null
  onRotated: (address: NewAddress) => void
  onClose: () => void
}

/** Asks before an address is changed for another, or goes. */
export function AddressConfirms({ heartbeatId, asked, onRotated, onClose }: AddressConfirmsProps) {
  const { t } = useTranslation()
  const failed = t('The heartbeat could not be changed')
  const rotate = useChangeHeartbeat({
    write: (part) => part.rotate(heartbeatId),
    failed,
    onDone: onRotated,
    onSettled: onClose,
  })
  const revoke = useChangeHeartbeat({ write: (part) => part.revoke(heartbeatId), failed, onSettled: onClose })
  return (
    <>
      <ConfirmDialog
        open={asked === 'rotate'}
        onOpenChange={onClose}
        title={t('Rotate the address?')}
        description={t('You get a new address. The former one works for another 24 hours.')}
        confirmLabel={t('Rotate Address')}
        pending={rotate.isChanging}
        onConfirm={() => rotate.change()}
      />
      <ConfirmDialog
        open={asked === 'revoke'}
        onOpenChange={onClose}
        title={t('Revoke the address?')}
        description={t('Calls of it are refused at once. Its runs stay, and you can create another address.')}
        confirmLabel={t('Revoke Address')}
        destructive
        pending={revoke.isChanging}
        onConfirm={() => revoke.change()}
      />
    </>
  )
}
