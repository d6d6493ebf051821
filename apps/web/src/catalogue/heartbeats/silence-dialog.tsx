import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { SILENCES, type Silence, silentUntil } from './silences.ts'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'

interface SilenceDialogProps {
  heartbeatId: string
  onClose: () => void
}

/** Asks until when nobody is to be told of a heartbeat. */
export function SilenceDialog({ heartbeatId, onClose }: SilenceDialogProps) {
  const { t } = useTranslation()
  const [silence, setSilence] = useState<Silence>('day')
  const [date, setDate] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { change, isChanging } = useChangeHeartbeat({
    write: (part, until: Date) => part.silence(heartbeatId, until),
    failed: t('The heartbeat could not be changed'),
    onDone: onClose,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const until = silentUntil(silence, date, Date.now())
    setRefused(until === null)
    if (until !== null) change(until)
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isChanging}
      narrow
      title={t('Be silent until…')}
      description={t('It goes on showing how it is. Nobody is told of it before then.')}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Be Silent')} pending={isChanging} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('How long')}>
          <Select
            value={silence}
            onChange={({ target }) =>
              setSilence(SILENCES.find(({ id }) => id === target.value)?.id ?? silence)
            }
          >
            {SILENCES.map(({ id, label }) => (
              <option key={id} value={id}>
                {t(label)}
              </option>
            ))}
          </Select>
        </Field>
        {silence === 'date' && (
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
        )}
      </div>
    </EntityDialog>
  )
}
