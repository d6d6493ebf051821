import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { Info, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '@/shared/use-refusal.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'

interface RowActionsProps<Item> {
  record: Item
  /** Opens the details by a separate button, where the name leads elsewhere. */
  onOpen?: (item: Item) => void
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

/** The actions of a row. */
export function RowActions<Item extends CatalogueRecord>({
  record,
  onOpen,
  onEdit,
  onDelete,
}: RowActionsProps<Item>) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  const { name } = record
  return (
    <>
      {onOpen && (
        <IconButton icon={Info} label={t('Details of {{name}}', { name })} onClick={() => onOpen(record)} />
      )}
      <IconButton
        icon={Pencil}
        label={t('Edit {{name}}', { name })}
        disabledReason={refusal('change-record', record)}
        onClick={() => onEdit(record)}
      />
      <IconButton
        icon={Trash2}
        label={t('Delete {{name}}', { name })}
        disabledReason={refusal('delete-record', record)}
        onClick={() => onDelete(record)}
      />
    </>
  )
}
