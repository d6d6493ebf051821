/** A schedule as Cairn keeps it. */
export interface PlainSchedule {
  cron: string
  /** The time zone that the line names; null where it names none. */
  timeZone: string | null
}

const LAST_OF_FIELD: readonly string[] = ['59', '23', '31', '12', '7']

/**
 * Returns a line of another program's cron as one of Cairn: without seconds and years (Quartz, Spring, Azure Functions),
 * without the frame `cron(…)` (AWS), and with the time zone apart (`CRON_TZ=…`). A line that needs no change, or that no
 * line here can say, stays as it is. The database does the same (`private.plain_schedule`).
 */
export function plainSchedule(text: string): PlainSchedule {
  const [, timeZone = null, line = ''] = /^\s*(?:(?:CRON_)?TZ=(\S+)\s+)?(.*?)\s*$/is.exec(text) ?? []
  return { cron: inFiveFields(line) ?? line, timeZone }
}

function inFiveFields(line: string): string | null {
  const ofAws = /^cron\((.*)\)$/i.exec(line)?.[1]
  const fields = (ofAws ?? line).trim().split(/\s+/)
  const seconds = ofAws === undefined ? fields.shift() : '0'
  const [year = '*', ...more] = fields.slice(5)
  if (fields.length < 5 || more.length > 0 || !/^[*?]$/.test(year)) return null
  if (!/^\d{1,2}$/.test(seconds ?? '')) return null
  const plain = fields.slice(0, 5)
  // The command of a line of crontab is none of its fields.
  if (!plain.every((field) => /^(?:[*?\d]|l|[a-z]{3}(?![a-z]))/i.test(field))) return null
  // Only Quartz and AWS have the question mark, and count their weekdays from 1 for Sunday.
  const countsFromOne = plain.includes('?')
  return plain.map((field, at) => plainField(field, at, countsFromOne)).join(' ')
}

function plainField(field: string, at: number, countsFromOne: boolean): string {
  const asked = field === '?' ? '*' : field.replace(/^(\d+)\/(\d+)$/, `$1-${LAST_OF_FIELD[at]}/$2`)
  if (at !== 4 || !countsFromOne) return asked
  // A number behind a stroke or a # is no weekday.
  return asked.replace(
    /(^|[,-])([1-7])(?!\d)/g,
    (_, before: string, day: string) => `${before}${Number(day) - 1}`,
  )
}
