import type { Privileged } from '@cairn/postgres/privileged'
import { Hono } from 'hono'
import type { Env } from './context.ts'

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, its database answers and it is not stopping; 503 otherwise.
 */
export function health(accounts: Privileged, isStopping: () => boolean): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503)
    try {
      await accounts.transaction((tx) => tx`select 1`)
      return c.json({ status: 'ready' })
    } catch {
      return c.json({ status: 'no database' }, 503, { 'retry-after': '1' })
    }
  })
  return app
}
