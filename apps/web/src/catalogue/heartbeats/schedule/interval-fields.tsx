import type { Expectation, WorkingHours } from '@cairn/workspace/port/records/heartbeats'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { DurationField } from './duration-field.tsx'
import { WeekdayChoice } from './weekday-choice.tsx'
import { ZoneChoice } from './zone-choice.tsx'

const OFFICE_HOURS: WorkingHours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

type Interval = Extract<Expectation, { kind: 'interval' }>

interface IntervalFieldsProps {
  value: Interval
  onChange: (value: Interval) => void
  /** The problem of the interval. */
  problem: string | null
  /** The problem of the working hours. */
  hoursProblem: string | null
}

/** An interval, on request only within working hours. */
export function IntervalFields({ value, onChange, problem, hoursProblem }: IntervalFieldsProps) {
  const { t } = useTranslation()
  const { seconds, workingHours, timeZone } = value
  const label = t('Only within working hours')
  return (
    <>
      <DurationField
        label={t('Every')}
        value={seconds}
        onChange={(next) => onChange({ ...value, seconds: next })}
        problem={problem}
      />
      <div className="flex items-center gap-3 text-sm">
        <Switch
          label={label}
          checked={workingHours !== null}
          onChange={(isOn) => onChange({ ...value, workingHours: isOn ? OFFICE_HOURS : null })}
        />
        <span aria-hidden>{label}</span>
      </div>
      {workingHours !== null && (
        <>
          <WorkingHoursFields
            value={workingHours}
            onChange={(next) => onChange({ ...value, workingHours: next })}
          />
          <p role="alert" className="text-destructive-foreground text-xs empty:hidden">
            {hoursProblem}
          </p>
          <ZoneChoice value={timeZone} onChange={(next) => onChange({ ...value, timeZone: next })} />
        </>
      )}
    </>
  )
}

interface WorkingHoursFieldsProps {
  value: WorkingHours
  onChange: (value: WorkingHours) => void
}

/** The end of a day, 24:00, is 00:00 to an input of times. */
function WorkingHoursFields({ value, onChange }: WorkingHoursFieldsProps) {
  const { t } = useTranslation()
  const { days, from, to } = value
  return (
    <>
      <WeekdayChoice value={days} onChange={(next) => onChange({ ...value, days: next })} />
      <div className="flex gap-3">
        <Field label={t('From')}>
          <Input
            type="time"
            className="w-32"
            value={from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
        </Field>
        <Field label={t('To')}>
          <Input
            type="time"
            className="w-32"
            value={to === '24:00' ? '00:00' : to}
            onChange={({ target }) =>
              onChange({ ...value, to: target.value === '00:00' ? '24:00' : target.value })
            }
          />
        </Field>
      </div>
    </>
  )
}
