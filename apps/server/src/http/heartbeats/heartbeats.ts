import { clientNetwork } from '@cairn/auth/rules/client-network'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { pingOf } from '../../../../../supabase/functions/ping/address.ts'
import { noPing, OK, tooMany, wrongMethod } from '../../../../../supabase/functions/ping/answers.ts'
import { noteOf } from '../../../../../supabase/functions/ping/note.ts'
import type { Env } from '../request/context.ts'
import { readBody } from '../request/limits.ts'
import { isPreview } from './previews.ts'
import type { TakeInCall } from './take-in-calls.ts'

/** Where automations and agents say that they ran: `/p/<token>`. */
export const HEARTBEATS_PATH = '/p'

const METHODS = ['GET', 'HEAD', 'POST']
/** More says nothing that a member would read. */
const MOST_OF_AGENT = 200
const ONE_MINUTE_S = 60

/**
 * Takes the calls of automations and agents. They have their secret address and nothing else, so it asks for no key. Links
 * that are only looked at are answered like calls and are none; who means it can always send POST.
 */
export function heartbeats(takeIn: TakeInCall): Hono<Env> {
  const app = new Hono<Env>()
  app.use(cors({ origin: '*', allowMethods: METHODS, exposeHeaders: ['retry-after'] }))
  app.all('/*', async (c) => {
    const { method, url } = c.req
    if (!METHODS.includes(method)) return wrongMethod(METHODS.join(', '))
    const { pathname, searchParams } = new URL(url)
    const asked = pingOf(pathname.slice(HEARTBEATS_PATH.length + 1), searchParams)
    if (typeof asked === 'string') return noPing(asked)
    if (method !== 'POST' && isPreview(c.req.raw.headers)) return OK()
    const { status, retryAfter } = await takeIn({
      ...asked,
      note: method === 'POST' ? noteOf(await readBody(c)) : null,
      network: clientNetwork(c.get('clientAddress')),
      agent: c.req.header('user-agent')?.slice(0, MOST_OF_AGENT) ?? null,
    })
    if (status === 200) return OK()
    return status === 429 ? tooMany(retryAfter ?? ONE_MINUTE_S) : noPing('not found')
  })
  return app
}
