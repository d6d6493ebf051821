import type { Deputy } from '@cairn/workspace/port/alerts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertQueries } from '@/queries/alerts.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { absenceOf, daysOf } from './absence.ts'
import { useSaveAlerts } from './use-save-alerts.ts'

/** The deputy and the absence of the user. */
export function DeputyCard() {
  const { t } = useTranslation()
  const query = useQuery(alertQueries.deputy(useWorkspace()))
  return (
    <LoadedCard
      title={t('Deputy and Absence')}
      description={t(
        'Your deputy is told of late and failing runs of your records: at once while you are away, and otherwise when nobody has settled them for a while.',
      )}
      query={query}
      failure={t('Your deputy could not be loaded')}
      lines={2}
    >
      {(stored) => <DeputyForm stored={stored} />}
    </LoadedCard>
  )
}

function DeputyForm({ stored }: { stored: Deputy }) {
  const { t } = useTranslation()
  const [deputyId, setDeputyId] = useState(stored.deputyId ?? '')
  const [days, setDays] = useState(() => daysOf(stored))
  const { change: save, isChanging } = useSaveAlerts({
    write: (part, given: Deputy) => part.nameDeputy(given),
    done: t('Deputy and absence saved'),
  })
  const absence = absenceOf(days)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (absence !== null) save({ deputyId: deputyId || null, ...absence })
  }
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4 pt-1">
      <Field label={t('Deputy')} className="w-full max-w-sm">
        <ChoiceOfDeputy value={deputyId} onChange={setDeputyId} />
      </Field>
      <div className="flex flex-wrap gap-4">
        <Field label={t('Away from')} hint={t('Now, where it is empty.')}>
          <Input
            type="date"
            value={days.from}
            onChange={({ target }) => setDays({ ...days, from: target.value })}
          />
        </Field>
        <Field label={t('Away until')} hint={t('The last day.')}>
          <Input
            type="date"
            value={days.until}
            onChange={({ target }) => setDays({ ...days, until: target.value })}
          />
        </Field>
      </div>
      <Button
        type="submit"
        pending={isChanging}
        disabledReason={absence === null ? t('The last day must not be before the first one.') : null}
      >
        {t('Save Deputy and Absence')}
      </Button>
    </form>
  )
}

function ChoiceOfDeputy({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const { members } = useTeam()
  return (
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('No deputy')}</option>
      {members
        .filter(({ id }) => id !== personId)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Select>
  )
}
