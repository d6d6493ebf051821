import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { CalendarClock, Eye, Repeat } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '@/ui/form/choice-cards.tsx'
import { CronFields } from './cron-fields.tsx'
import { DurationField } from './duration-field.tsx'
import { expectationProblem, graceProblem } from './expectation-problem.ts'
import { IntervalFields } from './interval-fields.tsx'
import { ownTimeZone } from './own-time-zone.ts'

const FIRST_GRACE = 3_600

interface ScheduleFieldsProps {
  value: Expectation
  onChange: (value: Expectation) => void
  graceSeconds: number
  onGraceChange: (seconds: number) => void
  /** The server's problem with the last request, in the user's language. */
  problem: string | null
}

/** The expected runs of an automation or agent: none, an interval or a schedule; and the grace period. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { value, onChange, graceSeconds, onGraceChange, problem } = props
  const { t } = useTranslation()
  const wrongGrace = graceProblem(graceSeconds)
  const chooseKind = useFormerChoices(value, onChange)
  const choose = (kind: Expectation['kind']) => {
    chooseKind(kind)
    // A hidden grace period that is invalid would block saving.
    if (kind === 'nothing' && wrongGrace !== null) onGraceChange(FIRST_GRACE)
  }
  const own = expectationProblem(value)
  const ownSentence = own === null ? null : t(asPhrase(own.sentence))
  const isOfHours = own?.part === 'workingHours'
  const wrong = isOfHours ? null : (ownSentence ?? problem)
  return (
    <>
      <ChoiceCards
        label={t('What is expected')}
        value={value.kind}
        onChange={choose}
        options={[
          { value: 'nothing', label: t('Nothing'), icon: Eye },
          { value: 'interval', label: t('Every so often'), icon: Repeat },
          { value: 'cron', label: t('At set times'), icon: CalendarClock },
        ]}
      />
      {value.kind === 'nothing' && (
        <p className="text-muted-foreground text-sm">
          {t('Shows only when it was last seen. It never counts as late.')}
        </p>
      )}
      {value.kind === 'interval' && (
        <IntervalFields
          value={value}
          onChange={onChange}
          problem={wrong}
          hoursProblem={isOfHours ? ownSentence : null}
        />
      )}
      {value.kind === 'cron' && <CronFields value={value} onChange={onChange} problem={wrong} />}
      {value.kind !== 'nothing' && (
        <DurationField
          label={t('Grace')}
          hint={t('How much later it may come, or how long a run may take, before it counts as late.')}
          value={graceSeconds}
          onChange={onGraceChange}
          problem={wrongGrace === null ? null : t(asPhrase(wrongGrace))}
        />
      )}
    </>
  )
}

/** Keeps the entered values of each choice, for a user who looks at another choice and comes back. */
function useFormerChoices(value: Expectation, onChange: (value: Expectation) => void) {
  const former = useRef<Partial<Record<Expectation['kind'], Expectation>>>({})
  return (kind: Expectation['kind']) => {
    former.current = { ...former.current, [value.kind]: value }
    onChange(former.current[kind] ?? firstExpectation(kind))
  }
}

function firstExpectation(kind: Expectation['kind']): Expectation {
  const timeZone = ownTimeZone()
  switch (kind) {
    case 'nothing':
      return { kind }
    case 'interval':
      return { kind, seconds: 86_400, workingHours: null, timeZone }
    case 'cron':
      return { kind, cron: '0 7 * * 1-5', timeZone }
  }
}
