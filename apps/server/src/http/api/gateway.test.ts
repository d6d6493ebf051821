import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import type { Env } from '../request/context.ts'
import { forwardedHeaders, holderOfToken } from './gateway.ts'

it('hands headers on to functions, but for credentials and the address that the caller claims', async () => {
  const app = new Hono<Env>()
    .use((c, next) => {
      c.set('clientAddress', '192.0.2.1')
      return next()
    })
    .get('/', (c) => c.json(forwardedHeaders(c)))
  const sent = {
    Authorization: 'Bearer token',
    apikey: 'key',
    cookie: 'session=1',
    'x-forwarded-for': '203.0.113.9',
    'X-Reason': 'audit',
  }
  const rawHeaders = [...Object.entries(sent).flat(), 'x-reason', 'again']
  const response = await app.request('/', {}, { incoming: { rawHeaders } })
  expect(await response.json()).toEqual({ 'x-forwarded-for': '192.0.2.1', 'x-reason': 'audit, again' })
})

const body = `cairn_${'a'.repeat(40)}`
const TOKEN = `${body}${createHash('sha256').update(body).digest('hex').slice(0, 8)}`

it.each([
  ['has ended as a visitor, and notes its use for its owner', { account: null }, 'visitors', 1],
  ['nobody has as a visitor', null, 'visitors', 0],
  ['is in use for its account', { account: 'acme' }, 'acme', 1],
])('counts the sender of a token that %s', async (_, known, account, noted) => {
  const note = vi.fn()
  const app = new Hono<Env>().get('/', async (c) => {
    c.set('clientAddress', '192.0.2.1')
    const holder = await holderOfToken(c, TOKEN, { find: async () => known, uses: { note } })
    return c.json(holder)
  })
  const holder: unknown = await (await app.request('/')).json()
  expect(holder).toMatchObject({ requester: { account } })
  expect(note).toHaveBeenCalledTimes(noted)
})
