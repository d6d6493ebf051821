import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { useRecords } from '@/queries/records/use-records.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { type PanelPlace, PanelPlaceProvider } from '@/ui/dialog/side-panel.tsx'
import { createWindowTurns, WindowTurnsProvider } from '@/ui/dialog/window-turns.ts'
import type { AnyCatalogue } from '../definition.ts'
import { DeleteRecordDialog, useDeletionEffects } from '../deletion/delete-record-dialog.tsx'
import { OpenedHistoryProvider, useOpenedHistory } from '../opened-history.ts'
import type { Editing } from '../properties/editing.ts'
import type { useOpenRecordId } from '../use-address.ts'

/** The dialog over the details, which the address opens. */
export type DialogState<Item> =
  | { kind: 'none' }
  /** `inPlace`: it takes the place of the details that are open, not of the page. */
  | { kind: 'form'; item: Item | null; inPlace?: boolean }
  | { kind: 'delete'; item: Item }

/** How a catalogue draws its dialogs. */
export interface DialogRendering<Item> {
  details: (item: Item, handlers: DetailsHandlers) => ReactNode
  /** The form of a record, or of a new one. */
  form: (item: Item | null, onClose: () => void) => ReactNode
  /** The words for an address without a record: it is deleted, or belongs to another account. */
  missing: { title: string; text: string }
}

export interface DetailsHandlers {
  onClose: () => void
  onEdit: () => void
  onDelete: () => void
}

/** The acts that the details of a record offer. */
export interface RecordHandlers<Item> extends DetailsHandlers {
  editing: Editing<Item>
}

interface CatalogueDialogsProps<Item> extends DialogRendering<Item> {
  catalogue: AnyCatalogue<Item>
  records: CatalogueQueries<Item>
  address: ReturnType<typeof useOpenRecordId>
  dialog: DialogState<Item>
  onDialogChange: (next: DialogState<Item>) => void
  /** Where the open record stands; null for a window. */
  place: PanelPlace | null
}

/**
 * The dialogs of the screen. The form and the question of deletion that are opened from the details replace them, and
 * lead back to them; beside the list the details stay while the question is asked.
 */
export function CatalogueDialogs<Item extends CatalogueRecord>(props: CatalogueDialogsProps<Item>) {
  const { catalogue, records, address, dialog, onDialogChange, details, form, missing, place } = props
  const { items } = useRecords(records, address.openId === null ? [] : [address.openId])
  const open = items?.[0] ?? null
  const isUnknown = address.openId !== null && items?.length === 0
  const close = () => onDialogChange({ kind: 'none' })
  const deleted = ({ id }: Item) => {
    close()
    if (address.openId === id) address.close()
  }
  const isInPlace = dialog.kind === 'form' && dialog.inPlace === true
  const edited = isInPlace && dialog.item?.id === address.openId ? dialog.item : null
  const deletion = dialog.kind === 'delete' ? dialog.item : null
  const effects = useDeletionEffects(catalogue.kind, deletion)
  // The details stay until there is something to ask.
  const isAsking = deletion !== null && place === null && !effects.isAwaited
  const [turns] = useState(createWindowTurns)
  const openedHistory = useOpenedHistory(address.openId)
  const turnTo = (ledBy: string, next: DialogState<Item>) => {
    turns.ledBy = ledBy
    onDialogChange(next)
  }
  return (
    <>
      <PanelPlaceProvider value={place}>
        <WindowTurnsProvider value={turns}>
          <OpenedHistoryProvider value={openedHistory}>
            {edited && <Fragment key={edited.id}>{form(edited, close)}</Fragment>}
            {open &&
              !edited &&
              !isAsking &&
              details(open, {
                onClose: effects.isAwaited ? close : address.close,
                onEdit: () => turnTo('edit', { kind: 'form', item: open, inPlace: true }),
                onDelete: () => turnTo('delete', { kind: 'delete', item: open }),
              })}
            {isUnknown && <UnknownRecord {...missing} onClose={address.close} />}
          </OpenedHistoryProvider>
        </WindowTurnsProvider>
      </PanelPlaceProvider>
      {dialog.kind === 'form' && !isInPlace && form(dialog.item, close)}
      {deletion && (
        <DeleteRecordDialog
          catalogue={catalogue}
          record={deletion}
          effects={effects}
          onClose={close}
          onDeleted={() => deleted(deletion)}
        />
      )}
    </>
  )
}

function UnknownRecord({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={title}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <p className="text-muted-foreground text-sm">{text}</p>
    </EntityDialog>
  )
}
