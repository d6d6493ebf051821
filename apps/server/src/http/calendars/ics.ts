/** An event of a calendar: on a day, or from one moment to another. */
export interface CalendarEvent {
  /** Stays the same when the event moves. */
  id: string
  title: string
  note: string
  url: string
  changedAt: Date
  /** A day, `2027-04-01`, or two moments. */
  when: string | { from: Date; until: Date }
}

const DAY_MS = 86_400_000
/** RFC 5545, 3.1: a line has at most 75 octets, without its end. */
const LINE_OCTETS = 75

/** Writes a calendar as iCalendar (RFC 5545). The same events make the same text. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cairn//Cairn//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function linesOf({ id, title, note, url, changedAt, when }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@cairn`,
    `DTSTAMP:${moment(changedAt)}`,
    ...(typeof when === 'string'
      ? [`DTSTART;VALUE=DATE:${day(when)}`, `DTEND;VALUE=DATE:${day(dayAfter(when))}`]
      : [`DTSTART:${moment(when.from)}`, `DTEND:${moment(when.until)}`]),
    `SUMMARY:${escaped(title)}`,
    ...(note === '' ? [] : [`DESCRIPTION:${escaped(note)}`]),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const day = (text: string): string => text.replaceAll('-', '')
const dayAfter = (text: string): string => new Date(Date.parse(text) + DAY_MS).toISOString().slice(0, 10)
const moment = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** RFC 5545, 3.3.11. Control characters have no place in a text. */
function escaped(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what is left out.
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

/** Breaks a line after at most 75 octets, and never within a character; what follows begins with a blank. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push(part)
      part = ''
      // The blank counts.
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
