import { WorkspaceError } from '@cairn/workspace/errors'
import { MAINTENANCE_NOTE, type NewMaintenance } from '@cairn/workspace/port/alerts'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useChangeMaintenance } from './use-maintenance.ts'

interface AddMaintenanceDialogProps {
  record: CatalogueRecord
  onClose: () => void
}

/** Asks from when to when a record is worked on, by the clock of the user. */
export function AddMaintenanceDialog({ record, onClose }: AddMaintenanceDialogProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { change, isChanging, error } = useChangeMaintenance({
    write: (part, window: NewMaintenance) => part.addMaintenance(window),
    failed: t('The maintenance could not be planned'),
    onDone: onClose,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(until === '')
    if (until === '') return
    const startsAt = from === '' ? null : new Date(from)
    change({ recordId: record.id, startsAt, endsAt: new Date(until), note: note.trim() })
  }
  const problem = error instanceof WorkspaceError ? errorMessage(error, t) : null
  return (
    <EntityDialog
      open
      onOpenChange={(next) => !next && onClose()}
      locked={isChanging}
      narrow
      title={t('Plan Maintenance')}
      description={t('It goes on showing how it is. Nobody is told meanwhile that it is late or fails.')}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Plan')} pending={isChanging} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('Starts')} hint={t('Now, where it is empty.')}>
          <Input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={t('Ends')} required error={isMissing ? t('Say when the maintenance ends.') : problem}>
          <Input
            type="datetime-local"
            value={until}
            onChange={({ target }) => {
              setUntil(target.value)
              setMissing(false)
            }}
          />
        </Field>
        <Field label={t('Note')}>
          <Input value={note} maxLength={MAINTENANCE_NOTE} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
    </EntityDialog>
  )
}
