import { phrase } from '@cairn/workspace/lib/phrase'
import { HOUR_STEPS, MINUTE_STEPS, type ScheduleWords } from '@cairn/workspace/rules/schedules/cron-words'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { firstWords, type Repeat } from './first-words.ts'
import { NumberSelect } from './number-select.tsx'
import { WeekdayChoice } from './weekday-choice.tsx'

const REPEATS = [
  { repeat: 'weekday', label: phrase('Every weekday') },
  { repeat: 'day', label: phrase('Every day') },
  { repeat: 'week', label: phrase('Weekly') },
  { repeat: 'month', label: phrase('Monthly') },
  { repeat: 'hours', label: phrase('Every few hours') },
  { repeat: 'minutes', label: phrase('Every few minutes') },
] as const satisfies readonly { repeat: Repeat; label: string }[]

interface WordsFieldsProps {
  /** Null where only the cron line can say it. */
  value: ScheduleWords | null
  onChange: (words: ScheduleWords) => void
}

/** A schedule as a sentence that is built from choices. */
export function WordsFields({ value, onChange }: WordsFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t('Repeats')} className="grow basis-40">
          <Select
            value={value?.repeat ?? ''}
            onChange={({ target }) => {
              const chosen = REPEATS.find(({ repeat }) => repeat === target.value)
              if (chosen) onChange(firstWords(chosen.repeat, value))
            }}
          >
            {value === null && <option value="">{t('As the cron line says')}</option>}
            {REPEATS.map(({ repeat, label }) => (
              <option key={repeat} value={repeat}>
                {t(label)}
              </option>
            ))}
          </Select>
        </Field>
        {value !== null && <Details value={value} onChange={onChange} />}
      </div>
      {value?.repeat === 'week' && (
        <WeekdayChoice
          value={value.weekdays}
          // The last day cannot be removed: a week without a day never comes.
          onChange={(weekdays) => weekdays.length > 0 && onChange({ ...value, weekdays })}
        />
      )}
      {value?.repeat === 'month' && value.day !== 'last' && value.day > 28 && (
        <p className="text-muted-foreground text-xs">{t('It does not come in months without this day.')}</p>
      )}
    </>
  )
}

interface DetailsProps {
  value: ScheduleWords
  onChange: (words: ScheduleWords) => void
}

/** The inputs after the repetition, on its line. */
function Details({ value, onChange }: DetailsProps) {
  const { t } = useTranslation()
  switch (value.repeat) {
    case 'minutes':
      return (
        <NumberSelect
          label={t('Minutes')}
          numbers={MINUTE_STEPS}
          value={value.minutes}
          onChange={(minutes) => onChange({ ...value, minutes })}
        />
      )
    case 'hours':
      return (
        <>
          <NumberSelect
            label={t('Hours')}
            numbers={HOUR_STEPS}
            value={value.hours}
            onChange={(hours) => onChange({ ...value, hours })}
          />
          <NumberSelect
            label={t('At minute')}
            numbers={NUMBERS.slice(0, 60)}
            value={value.minute}
            onChange={(minute) => onChange({ ...value, minute })}
          />
        </>
      )
    case 'month':
      return (
        <>
          <NumberSelect
            label={t('Day')}
            numbers={NUMBERS.slice(1, 32)}
            value={value.day === 'last' ? 0 : value.day}
            zero={t('Last day')}
            onChange={(day) => onChange({ ...value, day: day === 0 ? 'last' : day })}
          />
          <TimeField value={value.time} onChange={(time) => onChange({ ...value, time })} />
        </>
      )
    default:
      return <TimeField value={value.time} onChange={(time) => onChange({ ...value, time })} />
  }
}

const NUMBERS = Array.from({ length: 60 }, (_, number) => number)

/** Ignores an emptied time: the cron line needs one. */
function TimeField({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('Time')}>
      <Input
        type="time"
        className="w-32"
        value={value}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </Field>
  )
}
