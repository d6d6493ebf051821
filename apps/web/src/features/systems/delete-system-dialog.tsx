import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { useExperts } from './use-experts.ts'
import { useDeleteSystem } from './use-systems.ts'

interface DeleteSystemDialogProps {
  system: System
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a system is deleted, and says what goes with it. */
export function DeleteSystemDialog({ system, onClose, onDeleted }: DeleteSystemDialogProps) {
  const { t } = useTranslation()
  const { remove, isDeleting } = useDeleteSystem()
  const { experts } = useExperts(system.id)
  const expertNames = experts.map(({ name }) => name || t('Unknown User'))
  const confirm = async () => {
    if (await remove(system)) onDeleted()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete System')}
      description={t(
        'Are you sure you want to delete this system? This action will remove all associations to knowledge articles and cannot be undone.',
      )}
      confirmLabel={t('Delete')}
      destructive
      pending={isDeleting}
      onConfirm={() => void confirm()}
    >
      <div className="rounded-md border bg-muted/50 px-3 py-2.5 text-sm">
        <p className="wrap-anywhere font-medium">{system.name}</p>
        {expertNames.length > 0 && (
          <p className="mt-0.5 wrap-anywhere text-muted-foreground">
            {t('No longer listed as its experts: {{names}}', { names: expertNames.join(', ') })}
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}
