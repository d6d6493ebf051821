import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { DeleteSystemDialog } from './delete-system-dialog.tsx'
import { SystemDetails } from './system-details.tsx'
import { SystemDialog } from './system-dialog.tsx'
import type { useOpenSystemId } from './use-address.ts'

/** What is asked for beside the details, which the address opens. */
export type SystemDialogState =
  | { kind: 'none' }
  | { kind: 'form'; system: System | null }
  | { kind: 'delete'; system: System }

interface SystemDialogsProps {
  /** Null until they are there. */
  systems: readonly System[] | null
  /** More of them are on their way: what is missing is not unknown yet. */
  isPartial: boolean
  address: ReturnType<typeof useOpenSystemId>
  dialog: SystemDialogState
  onDialogChange: (next: SystemDialogState) => void
}

/** The dialogs of the screen. A form that is opened from the details stands on them, and leads back to them. */
export function SystemDialogs({ systems, isPartial, address, dialog, onDialogChange }: SystemDialogsProps) {
  const open = systems?.find(({ id }) => id === address.openId) ?? null
  const close = () => onDialogChange({ kind: 'none' })
  const deleted = (system: System) => {
    close()
    if (address.openId === system.id) address.close()
  }
  return (
    <>
      {systems && address.openId !== null && (open || !isPartial) && (
        <OpenSystem
          system={open}
          onClose={address.close}
          onEdit={(system) => onDialogChange({ kind: 'form', system })}
          onDelete={(system) => onDialogChange({ kind: 'delete', system })}
        />
      )}
      {dialog.kind === 'form' && <SystemDialog system={dialog.system} onClose={close} />}
      {dialog.kind === 'delete' && (
        <DeleteSystemDialog system={dialog.system} onClose={close} onDeleted={() => deleted(dialog.system)} />
      )}
    </>
  )
}

interface OpenSystemProps {
  system: System | null
  onClose: () => void
  onEdit: (system: System) => void
  onDelete: (system: System) => void
}

function OpenSystem({ system, onClose, onEdit, onDelete }: OpenSystemProps) {
  if (!system) return <UnknownSystem onClose={onClose} />
  return (
    <SystemDetails
      system={system}
      onClose={onClose}
      onEdit={() => onEdit(system)}
      onDelete={() => onDelete(system)}
    />
  )
}

/** An address that leads to nothing: a system that is gone, or one of somebody else. */
function UnknownSystem({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={t('System not found')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <p className="text-muted-foreground text-sm">
        {t('This system has been deleted, or the address is not quite right.')}
      </p>
    </EntityDialog>
  )
}
