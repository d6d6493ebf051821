import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { FirstSteps } from '@cairn/workspace/port/records/first-steps'

interface ChecklistLine {
  title: Phrase
  /** The address of the screen for it. */
  path: string
  /** The number that completes the line. */
  wanted: number
  count: (facts: FirstSteps) => number
}

/** The first tasks of a new account, in this order. */
const LINES: readonly ChecklistLine[] = [
  {
    title: phrase('Register five systems'),
    path: '/welcome?step=products',
    wanted: 5,
    count: ({ systems }) => systems,
  },
  {
    title: phrase('Give five systems an owner'),
    path: '/systems?owner=none',
    wanted: 5,
    count: ({ owned }) => owned,
  },
  {
    title: phrase('Bring in a colleague'),
    path: '/welcome?step=people',
    wanted: 1,
    count: ({ hasColleague }) => Number(hasColleague),
  },
  {
    title: phrase('Add a link to a record: its manual, contract or sign-in page'),
    path: '/systems',
    wanted: 1,
    count: ({ hasLink }) => Number(hasLink),
  },
]

/** Returns the lines with their progress. */
export function checklistOf(facts: FirstSteps) {
  return LINES.map(({ title, path, wanted, count }) => {
    const reached = Math.min(count(facts), wanted)
    return { title, path, wanted, reached, isDone: reached === wanted }
  })
}
