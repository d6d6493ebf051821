/** A moment to the microsecond, as ISO 8601 in UTC with six digits behind the second: moments compare as texts. */
export type Moment = string

const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/

/** An example of what {@link parseMoment} takes. */
export const SUCH_AS = '2026-11-27T14:05:00Z or 2026-11-27T15:05:00.123456+01:00'

/** Reads a date and a time to the second or finer, with its zone, as ISO 8601 writes them; null for everything else. */
export function parseMoment(text: string): Moment | null {
  const [, day, hour, minute, second, fraction = '', zone] = ISO.exec(text) ?? []
  if (day === undefined || zone === undefined) return null
  const local = `${day}T${hour}:${minute}:${second}`
  // A day or an hour that there is not would become another one.
  if (!isTime(local)) return null
  const instant = new Date(`${local}${zone}`)
  return Number.isNaN(instant.getTime()) ? null : momentOf(instant, fraction)
}

const isTime = (local: string): boolean => {
  const parsed = new Date(`${local}Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(local)
}

/** The moment of a date, whose milliseconds may be replaced by a finer fraction of the second. */
export function momentOf(date: Date, fraction = date.toISOString().slice(20, 23)): Moment {
  return `${date.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}

/** The same as Postgres' settings take it. */
export const forPostgres = (moment: Moment): string => moment.replace('T', ' ').replace('Z', '+00')
