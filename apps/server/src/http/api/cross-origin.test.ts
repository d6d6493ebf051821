import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Env } from '../request/context.ts'
import { crossOrigin } from './cross-origin.ts'

const SOMEWHERE = { headers: { origin: 'https://somewhere.example' } }

function served(corsOrigins: readonly string[]) {
  return new Hono<Env>().use(crossOrigin({ corsOrigins })).get('/', (c) => c.text('here'))
}

const permission = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe('a page of another origin', () => {
  it('may call where a star stands for all, and never with cookies', async () => {
    const app = served(['*'])
    const preflight = {
      method: 'OPTIONS',
      headers: { ...SOMEWHERE.headers, 'access-control-request-method': 'POST' },
    }
    for (const request of [SOMEWHERE, preflight]) {
      const response = await app.request('/', request)
      expect(permission(response)).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect((await app.request('/', preflight)).status).toBe(204)
  })

  it('may not call where others are listed, or none', async () => {
    expect(permission(await served(['https://friend.example']).request('/', SOMEWHERE))).toBeNull()
    expect(permission(await served([]).request('/', SOMEWHERE))).toBeNull()
  })
})
