import type { OwnFactor } from '@cairn/workspace/port/security'
import { useTranslation } from 'react-i18next'
import { factorKindLabel } from '@/shared/factor-kind-label.ts'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { useSecurityChange } from './use-security.ts'

interface RemoveFactorDialogProps {
  /** Null while the dialog is closed. */
  factor: OwnFactor | null
  isLast: boolean
  onClose: () => void
}

/** Asks before a factor is removed, and says what sign-in asks for afterwards. */
export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const { t } = useTranslation()
  const isKey = factor?.kind === 'webauthn'
  const { change: remove, isPending } = useSecurityChange({
    write: (security, id: string) => security.removeFactor(id),
    done: { title: isKey ? t('Security key removed') : t('Authenticator app removed') },
    failed: isKey ? t('Error removing security key') : t('Error removing authenticator app'),
  })
  return (
    <ConfirmDialog
      open={factor !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Remove {{name}}?', { name: factor ? factor.name || factorKindLabel(factor.kind, t) : '' })}
      description={
        isLast
          ? t('You will sign in with your password alone, and your recovery codes stop working.')
          : isKey
            ? t('It stops working. If you signed in with it, Cairn asks you for another factor.')
            : t('Its codes stop working. If you signed in with it, Cairn asks you for another factor.')
      }
      confirmLabel={t('Remove')}
      destructive
      pending={isPending}
      onConfirm={async () => {
        if (factor) await remove(factor.id)
        onClose()
      }}
    />
  )
}
