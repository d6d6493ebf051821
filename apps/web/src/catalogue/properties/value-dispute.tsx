import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import type { Side } from '../form/conflict.ts'
import { ConflictChooser, EDITING } from '../form/conflict-chooser.tsx'

/** A value that another user has changed while this one did. */
export interface Dispute<Item> {
  id: string
  label: string
  show: (record: Item) => ReactNode
  /** The record with their value, and with mine. */
  theirs: Item
  mine: Item
  onKeepMine: () => Promise<unknown>
}

interface ValueDisputeProps<Item> extends Dispute<Item> {
  onClose: () => void
}

/** Asks which of two values to keep. Theirs is saved already. */
export function ValueDispute<Item extends CatalogueRecord>(props: ValueDisputeProps<Item>) {
  const { id, label, show, theirs, mine, onKeepMine, onClose } = props
  const { t } = useTranslation()
  const [side, setSide] = useState<Side>('mine')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    if (side === 'mine') void onKeepMine()
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={t('Change {{name}}', { name: theirs.name })}
      wide
      onSubmit={submit}
      footer={<SubmitButtons label={t('Save Changes')} pending={false} onCancel={onClose} />}
    >
      <ConflictChooser
        words={EDITING}
        fields={[{ id, label, show }]}
        by={theirs.updatedBy}
        {...{ theirs, mine }}
        choices={new Map([[id, side]])}
        onChange={(choices) => setSide(choices.get(id) ?? 'mine')}
      />
    </EntityDialog>
  )
}
