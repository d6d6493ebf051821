import type { QuietHours } from '@cairn/workspace/port/alerts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useSaveAlerts } from './use-save-alerts.ts'

const AT_NIGHT: QuietHours = { from: '22:00', until: '07:00' }

/** When emails about alerts wait, by the clock of the user. */
export function QuietHoursCard() {
  const { t } = useTranslation()
  const query = useQuery(alertQueries.quietHours(useWorkspace()))
  return (
    <LoadedCard
      title={t('Quiet Hours')}
      description={t('Emails about late and failing runs wait until they end. The inbox shows them at once.')}
      query={query}
      failure={t('Your quiet hours could not be loaded')}
      lines={2}
    >
      {(stored) => <QuietHoursForm stored={stored} />}
    </LoadedCard>
  )
}

function QuietHoursForm({ stored }: { stored: QuietHours | null }) {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(stored !== null)
  const [hours, setHours] = useState(stored ?? AT_NIGHT)
  const { change: save, isChanging } = useSaveAlerts({
    write: (part, given: QuietHours | null) => part.saveQuietHours(given),
    done: t('Quiet hours saved'),
  })
  const problem = isOn && isWrong(hours) ? t('Enter two different times.') : null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (problem === null) save(isOn ? hours : null)
  }
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4 pt-1">
      <Checkbox
        label={t('Be quiet at certain hours')}
        hint={t('By the time zone of your profile.')}
        checked={isOn}
        onChange={setOn}
      />
      <div className="flex flex-wrap gap-4">
        {(['from', 'until'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? t('From') : t('Until')}>
            <Input
              type="time"
              className="w-32"
              value={hours[end]}
              disabled={!isOn}
              onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" pending={isChanging} disabledReason={problem}>
        {t('Save Quiet Hours')}
      </Button>
    </form>
  )
}

const isWrong = ({ from, until }: QuietHours): boolean => from === '' || until === '' || from === until
