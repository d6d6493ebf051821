import type { QuietHours } from '@cairn/workspace/port/alerts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useSaveAlerts } from './use-save-alerts.ts'

const NONE: QuietHours = { from: '', until: '' }

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
  const [hours, setHours] = useState(stored ?? NONE)
  const { from, until } = hours
  const isNone = from === '' && until === ''
  const { change: save, isChanging } = useSaveAlerts({
    write: (part, given: QuietHours | null) => part.saveQuietHours(given),
    done: t('Quiet hours saved'),
  })
  const isWrong = !isNone && (from === '' || until === '' || from === until)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isWrong) save(isNone ? null : hours)
  }
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4 pt-1">
      <div className="flex flex-wrap gap-4">
        {(['from', 'until'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? t('From') : t('Until')}>
            <Input
              type="time"
              className="w-32"
              value={hours[end]}
              onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
            />
          </Field>
        ))}
      </div>
      <p className="text-muted-foreground text-xs">
        {t('By the time zone of your profile. Leave both empty for no quiet hours.')}
      </p>
      <Button
        type="submit"
        pending={isChanging}
        disabledReason={isWrong ? t('Enter two different times, or none.') : null}
      >
        {t('Save Quiet Hours')}
      </Button>
    </form>
  )
}
