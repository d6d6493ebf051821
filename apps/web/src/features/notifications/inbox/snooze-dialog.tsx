import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { silentUntil } from '@/catalogue/heartbeats/silences.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'

interface SnoozeDialogProps {
  onClose: () => void
  onChoose: (until: Date) => void
}

/** Asks until which day a line of the inbox is to be away. */
export function SnoozeDialog({ onClose, onChoose }: SnoozeDialogProps) {
  const { t } = useTranslation()
  const [date, setDate] = useState('')
  const [isRefused, setRefused] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const until = silentUntil('date', date, Date.now())
    setRefused(until === null)
    if (until !== null) onChoose(until)
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      narrow
      title={t('Snooze until a date')}
      description={t('It comes back to the inbox that day, if it still waits.')}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Snooze')} pending={false} onCancel={onClose} />}
    >
      <Field label={t('Until')} required error={isRefused && t('Choose a day within the next year.')}>
        <Input
          type="date"
          value={date}
          onChange={({ target }) => {
            setDate(target.value)
            setRefused(false)
          }}
        />
      </Field>
    </EntityDialog>
  )
}
