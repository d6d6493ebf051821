import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Env } from '../request/context.ts'
import { calendars } from './calendars.ts'

const TOKEN = 'c'.repeat(64)
const DATE = {
  id: 'field-1',
  what: 'field',
  field: 'Next review',
  kind: 'system',
  record_id: '1',
  record_name: 'Billing',
  day: '2027-04-01',
  starts_at: null,
  ends_at: null,
  note: '',
  changed_at: new Date('2027-03-01T08:00Z'),
} as const

/** Asks for a calendar of one date; `other` and `busy` begin the tokens of the two refusals. */
function ask(path: string, init?: RequestInit) {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('clientAddress', '203.0.113.7')
    await next()
  })
  app.route(
    '/calendar',
    calendars(async (token) => {
      if (token.startsWith('0')) return { refused: 404 }
      if (token.startsWith('1')) return { refused: 429 }
      return { language: 'fr', name: 'Contrats', dates: [DATE] }
    }, 'https://cairn.example'),
  )
  return app.request(path, init)
}

it('answers with the calendar in the language of its person', async () => {
  const response = await ask(`/calendar/${TOKEN}.ics`)
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'text/calendar; charset=utf-8', 'private, no-cache'])
  const text = await response.text()
  expect(text).toContain('NAME:Cairn – Contrats')
  expect(text).toContain('SUMMARY:Next review\u202f: Billing')
  expect(text).toContain('URL:https://cairn.example/systems/1')
})

it('says that nothing has changed to whoever knows the tag, also as a proxy marks it', async () => {
  const etag = (await ask(`/calendar/${TOKEN}.ics`)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const response = await ask(`/calendar/${TOKEN}.ics`, { headers: { 'if-none-match': known } })
    expect([response.status, await response.text()]).toEqual([304, ''])
  }
  const changed = await ask(`/calendar/${TOKEN}.ics`, { headers: { 'if-none-match': '"other"' } })
  expect(changed.status).toBe(200)
})

it('says what happened to an unknown address and what to do, as text', async () => {
  const response = await ask(`/calendar/${'0'.repeat(64)}.ics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8'])
  const text = await response.text()
  expect(text).toContain('It was removed or renewed')
  expect(text).toContain('Make a new one at https://cairn.example/settings/notifications')
})

it.each<[string, string, RequestInit, number]>([
  ['an address that nobody has', `/calendar/${'0'.repeat(64)}.ics`, {}, 404],
  ['too many calls', `/calendar/${'1'.repeat(64)}.ics`, {}, 429],
  ['another form of address', `/calendar/${TOKEN}`, {}, 404],
  ['a secret in capitals', `/calendar/${TOKEN.toUpperCase()}.ics`, {}, 404],
  ['a longer path', `/calendar/${TOKEN}.ics/x`, {}, 404],
  ['a change', `/calendar/${TOKEN}.ics`, { method: 'PUT' }, 405],
])('refuses %s', async (_, path, init, status) => {
  expect((await ask(path, init)).status).toBe(status)
})
