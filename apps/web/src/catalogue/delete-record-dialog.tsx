import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import type { ActivityKind } from '@/workspace/port/dashboard.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { DeletionEffects } from './deletion-effects.tsx'

interface DeleteRecordDialogProps<Item> {
  kind: ActivityKind
  record: Item
  title: string
  question: string
  deletion: { remove: (item: Item) => Promise<boolean>; isDeleting: boolean }
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a record is deleted, and says what goes with it. */
export function DeleteRecordDialog<Item extends CatalogueRecord>(props: DeleteRecordDialogProps<Item>) {
  const { kind, record, title, question, deletion, onClose, onDeleted } = props
  const { t } = useTranslation()
  const confirm = async () => {
    if (await deletion.remove(record)) onDeleted()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={question}
      confirmLabel={t('Delete')}
      destructive
      pending={deletion.isDeleting}
      onConfirm={() => void confirm()}
    >
      <div className="flex flex-col gap-0.5 rounded-md border bg-muted/50 px-3 py-2.5 text-muted-foreground text-sm">
        <p className="wrap-anywhere font-medium text-foreground">{record.name}</p>
        <DeletionEffects kind={kind} id={record.id} />
      </div>
    </ConfirmDialog>
  )
}
