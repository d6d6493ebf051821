import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import type { OwnFactor } from '@/workspace/port/security.ts'
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
  const { change: remove, isPending } = useSecurityChange({
    write: (security, id: string) => security.removeFactor(id),
    done: { title: t('Authenticator app removed') },
    failed: t('Error removing authenticator app'),
  })
  return (
    <ConfirmDialog
      open={factor !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Remove {{name}}?', { name: factor?.name || t('Authenticator app') })}
      description={
        isLast
          ? t('Signing in will ask for your password alone, and your recovery codes stop working.')
          : t('Its codes stop working. If you signed in with it, you are asked for a code of another one.')
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
