import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { cronProblem } from '@cairn/workspace/rules/schedules/cron-problem'

const MINUTE = 60
const YEAR = 366 * 24 * 60 * MINUTE

/** A problem of an expectation, and the part that has it. */
export interface ExpectationProblem {
  part: 'seconds' | 'workingHours' | 'cron' | 'timeZone'
  sentence: Phrase
}

type Interval = Extract<Expectation, { kind: 'interval' }>

/** Returns the problem of an expectation that the database would report; null where it accepts it. */
export function expectationProblem(value: Expectation): ExpectationProblem | null {
  if (value.kind === 'nothing') return null
  return (
    (value.kind === 'interval' ? intervalProblem(value) : lineProblem(value.cron)) ??
    (value.timeZone === '' ? { part: 'timeZone', sentence: phrase('There is no such time zone.') } : null)
  )
}

/** Returns the problem of a grace period in the same way. */
export function graceProblem(seconds: number): Phrase | null {
  return isMinuteToYear(seconds) ? null : phrase('The grace must be a minute to a year.')
}

function lineProblem(cron: string): ExpectationProblem | null {
  const sentence = cronProblem(cron)
  return sentence === null ? null : { part: 'cron', sentence }
}

function intervalProblem({ seconds, workingHours }: Interval): ExpectationProblem | null {
  if (!isMinuteToYear(seconds))
    return { part: 'seconds', sentence: phrase('The interval must be a minute to a year.') }
  if (workingHours === null) return null
  const { days, from, to } = workingHours
  if (days.length === 0)
    return { part: 'workingHours', sentence: phrase('Working hours need 1 to 7 days of the week.') }
  // As text: both have two digits an hour, or are empty.
  if (from === '' || from >= to)
    return { part: 'workingHours', sentence: phrase('Working hours must end after they begin.') }
  return null
}

/** Refuses also NaN, the value of an empty field. */
function isMinuteToYear(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= MINUTE && seconds <= YEAR
}
