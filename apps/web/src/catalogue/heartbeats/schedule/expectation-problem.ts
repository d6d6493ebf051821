import { phrase } from '@cairn/workspace/lib/phrase'
import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { cronProblem } from '@cairn/workspace/rules/schedules/cron-problem'
import { z } from 'zod/mini'

const MINUTE = 60
const YEAR = 366 * 24 * 60 * MINUTE

const between = (error: string) =>
  z.number(error).check(z.int(error), z.minimum(MINUTE, error), z.maximum(YEAR, error))

const timeZone = z.string().check(z.minLength(1, phrase('There is no such time zone.')))

const workingHours = z
  .object({
    days: z.array(z.int()).check(z.minLength(1, phrase('Working hours need 1 to 7 days of the week.'))),
    from: z.string(),
    to: z.string(),
  })
  .check(
    // As text: both have two digits an hour, or are empty.
    z.refine(({ from, to }) => from !== '' && from < to, phrase('Working hours must end after they begin.')),
  )

/** An expectation as the database takes it. */
const expectation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({
    kind: z.literal('interval'),
    seconds: between(phrase('The interval must be a minute to a year.')),
    workingHours: z.nullable(workingHours),
    timeZone,
  }),
  z.object({
    kind: z.literal('cron'),
    cron: z.string().check(
      z.check<string>((context) => {
        const problem = cronProblem(context.value)
        if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value })
      }),
    ),
    timeZone,
  }),
])

const grace = between(phrase('The grace must be a minute to a year.'))

/** What is wrong, and with which part of an expectation. */
export interface ExpectationProblem {
  part: string
  sentence: string
}

/** What is wrong with an expectation, as the database would say it; null where it would take it. */
export function expectationProblem(value: Expectation): ExpectationProblem | null {
  const issue = expectation.safeParse(value).error?.issues[0]
  return issue === undefined ? null : { part: String(issue.path[0] ?? ''), sentence: issue.message }
}

/** The same of the grace. */
export function graceProblem(seconds: number): string | null {
  return grace.safeParse(seconds).error?.issues[0]?.message ?? null
}
