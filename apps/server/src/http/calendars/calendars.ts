import { createHash } from 'node:crypto'
import { clientNetwork } from '@cairn/auth/rules/client-network'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { calendarTitle } from '@cairn/workspace/notifications/calendar-words'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { Hono } from 'hono'
import { z } from 'zod'
import { wordsOf } from '../../notices/words.ts'
import type { Env } from '../request/context.ts'
import { type CalendarEvent, writeCalendar } from './ics.ts'

/** Where programs read calendars: `/calendar/<secret>.ics`. */
export const CALENDARS_PATH = '/calendar'

const PLACE = /^\/calendar\/([0-9a-f]{64})\.ics$/

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const dateRow = z.object({
  id: z.string(),
  what: z.enum(['renewal', 'field', 'maintenance']),
  field: z.nullable(z.string()),
  kind: z.enum(CATALOGUE_KINDS),
  record_id: z.string(),
  record_name: z.string(),
  day: z.nullable(z.iso.date()),
  starts_at: z.nullable(moment),
  ends_at: z.nullable(moment),
  note: z.string(),
  changed_at: moment,
})
type DateRow = z.infer<typeof dateRow>

const calendar = z.object({
  status: z.literal(200),
  language: z.nullable(z.string()),
  name: z.nullable(z.string()),
  dates: z.array(dateRow),
})
type Calendar = Omit<z.infer<typeof calendar>, 'status'>

const answer = z.union([
  calendar,
  z.object({ status: z.literal([404, 429]) }).transform(({ status }) => ({ refused: status })),
])

type ReadCalendar = (token: string, network: string) => Promise<Calendar | { refused: 404 | 429 }>

/** Reads what the calendar at a secret address says, and notes that it was asked for. */
export function readingCalendars(database: Pick<Privileged, 'statement'>): ReadCalendar {
  return async (token, network) => {
    const [row] = await database.statement(
      (sql) => sql`select private.read_calendar(${token}, ${network}) as calendar`,
    )
    return z.object({ calendar: answer }).parse(row).calendar
  }
}

/**
 * Answers programs that read calendars. They have their secret address and nothing else, so it asks for no key. An
 * address that nobody has, that was removed, and whose person has left are one answer.
 */
export function calendars(read: ReadCalendar, publicUrl: string): Hono<Env> {
  const app = new Hono<Env>()
  app.all('/*', async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method))
      return c.text('method not allowed', 405, { allow: 'GET, HEAD' })
    const token = PLACE.exec(new URL(c.req.url).pathname)?.[1]
    if (token === undefined) return c.text('not found', 404)
    const found = await read(token, clientNetwork(c.get('clientAddress')))
    if ('refused' in found)
      return found.refused === 404
        ? c.text(gone(publicUrl), 404)
        : c.text('too many calls', 429, { 'retry-after': '60' })
    const text = calendarOf(found, publicUrl)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(text, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
  })
  return app
}

/** The same for every unknown address, so that nobody learns which there have been. */
const gone = (publicUrl: string) => `There is no calendar at this address.

It was removed or renewed, its person signed out everywhere or left, or its view or team was deleted.
Make a new one at ${new URL('/settings/notifications', publicUrl).href} and subscribe to that.
`

/** A proxy that packs the answer marks the tag as weak. */
const isKnown = (known: string | undefined, etag: string): boolean =>
  (known ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

function calendarOf({ language, name, dates }: Calendar, publicUrl: string): string {
  const t = wordsOf(language)
  const eventOf = (row: DateRow): CalendarEvent[] => {
    const when =
      row.day ?? (row.starts_at && row.ends_at ? { from: row.starts_at, until: row.ends_at } : null)
    if (when === null) return []
    const { id, what, field, note, record_name: record, changed_at: changedAt } = row
    const url = `${publicUrl}${CATALOGUES[row.kind].path}/${row.record_id}`
    return [{ id, title: calendarTitle({ what, field, record }, t), note, url, changedAt, when }]
  }
  return writeCalendar(name === null ? 'Cairn' : `Cairn – ${name}`, dates.flatMap(eventOf))
}
