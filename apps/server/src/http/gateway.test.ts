import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Env } from './context.ts'
import { forwardedHeaders } from './gateway.ts'

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
