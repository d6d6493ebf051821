import type { SavedView } from '@cairn/workspace/port/records/views'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'

export interface ViewWindowProps {
  view: SavedView
  asked: 'rename' | 'delete'
  onDelete: () => void
  onClose: () => void
}

/** The windows behind the menu of a view. */
export function ViewWindow({ view, asked, onDelete, onClose }: ViewWindowProps) {
  const { t } = useTranslation()
  if (asked === 'rename') return <ViewDialog open of={{ view }} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the view “{{name}}”?', { name: view.name })}
      description={t('It goes for everyone in the account. The records stay as they are.')}
      confirmLabel={t('Delete')}
      destructive
      onConfirm={onDelete}
    />
  )
}
