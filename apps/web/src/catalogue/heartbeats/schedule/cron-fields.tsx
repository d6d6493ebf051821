import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { cronOf, wordsOf } from '@cairn/workspace/rules/schedules/cron-words'
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
  return (
    <>
      <WordsFields value={wordsOf(cron)} onChange={(words) => onChange({ ...value, cron: cronOf(words) })} />
      <Field
        label={t('Cron line')}
        hint={t('Minute, hour, day of the month, month and weekday.')}
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
        />
      </Field>
      <ZoneChoice value={timeZone} onChange={(next) => onChange({ ...value, timeZone: next })} />
      {problem === null && <NextTimes cron={cron} timeZone={timeZone} />}
    </>
  )
}
