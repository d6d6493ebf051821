import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import type { AnyCatalogue } from './definition.ts'
import { DeletionEffects } from './deletion-effects.tsx'
import { useDeleteRecord } from './use-delete-record.ts'

interface DeleteRecordDialogProps<Item> {
  catalogue: AnyCatalogue<Item>
  record: Item
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a record is deleted, and says what goes with it. */
export function DeleteRecordDialog<Item extends CatalogueRecord>(props: DeleteRecordDialogProps<Item>) {
  const { catalogue, record, onClose, onDeleted } = props
  const { t } = useTranslation()
  const { title, question } = catalogue.words(t).deletion
  const { remove, isDeleting } = useDeleteRecord(catalogue)
  const confirm = async () => {
    if (await remove(record)) onDeleted()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={question}
      confirmLabel={t('Delete')}
      destructive
      pending={isDeleting}
      onConfirm={() => void confirm()}
    >
      <div className="flex flex-col gap-0.5 rounded-md border bg-muted/50 px-3 py-2.5 text-muted-foreground text-sm">
        <p className="wrap-anywhere font-medium text-foreground">{record.name}</p>
        <DeletionEffects kind={catalogue.kind} id={record.id} />
      </div>
    </ConfirmDialog>
  )
}
