import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { cronOf, wordsOf } from '@cairn/workspace/rules/schedules/cron-words'
import { plainSchedule } from '@cairn/workspace/rules/schedules/dialects'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { NextTimes } from './next-times.tsx'
import { WordsFields } from './words-fields.tsx'
import { ZoneChoice } from './zone-choice.tsx'

type Cron = Extract<Expectation, { kind: 'cron' }>

interface CronFieldsProps {
  value: Cron
  onChange: (value: Cron) => void
  problem: string | null
}

/** Set times, in words and as a cron line: each changes the other, where words can say it. */
export function CronFields({ value, onChange, problem }: CronFieldsProps) {
  const { t } = useTranslation()
  const { cron, timeZone } = value
  /** A line of another program, once it is whole, is written as it is here. */
  const writePlainly = () => {
    const plain = plainSchedule(cron)
    onChange({ ...value, cron: plain.cron, timeZone: plain.timeZone ?? timeZone })
  }
  return (
    <>
      <WordsFields value={wordsOf(cron)} onChange={(words) => onChange({ ...value, cron: cronOf(words) })} />
      <Field
        label={t('Cron line')}
        hint={t(
          'Minute, hour, day of the month, month and weekday. Lines of Quartz, Spring and AWS are taken too.',
        )}
        error={problem}
      >
        <Input
          className="font-mono"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={200}
          value={cron}
          onChange={({ target }) => onChange({ ...value, cron: target.value })}
          onBlur={writePlainly}
        />
      </Field>
      <ZoneChoice value={timeZone} onChange={(next) => onChange({ ...value, timeZone: next })} />
      {problem === null && <NextTimes cron={cron} timeZone={timeZone} />}
    </>
  )
}
