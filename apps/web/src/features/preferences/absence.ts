import type { Deputy } from '@cairn/workspace/port/alerts'

/** The first and the last day of an absence, `2027-04-01`, by the clock of the user; empty for none. */
export interface AbsentDays {
  from: string
  until: string
}

/** The days of a stored absence. Its end is the midnight after the last one. */
export function daysOf({ awayFrom, awayUntil }: Pick<Deputy, 'awayFrom' | 'awayUntil'>): AbsentDays {
  return {
    from: awayFrom === null ? '' : dayOf(awayFrom),
    until: awayUntil === null ? '' : dayOf(new Date(awayUntil.getTime() - 1)),
  }
}

/** The absence over whole days; null for days that make none. */
export function absenceOf({ from, until }: AbsentDays): Pick<Deputy, 'awayFrom' | 'awayUntil'> | null {
  if (until === '') return from === '' ? { awayFrom: null, awayUntil: null } : null
  if (from > until) return null
  const end = new Date(`${until}T00:00`)
  // The next day, which can be 23 or 25 hours later.
  end.setDate(end.getDate() + 1)
  return { awayFrom: from === '' ? null : new Date(`${from}T00:00`), awayUntil: end }
}

function dayOf(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${moment.getFullYear()}-${month}-${day}`
}
