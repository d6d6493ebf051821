import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isSameSecret } from '../../secrets/same-secret.ts'
import type { Env } from '../request/context.ts'

const COOKIE = 'cairn-outbox'

interface OutboxDoorOptions {
  publicUrl: string
  key: string
  /** Where the link with the key leads. */
  leadsTo: '/' | '/outbox'
  /** Answers a caller without the key. */
  closed: (c: Context<Env>) => Response | Promise<Response>
}

/**
 * Lets a caller with the key read undelivered mail, whose links open accounts. The start prints a link with the key: it
 * leads into the product (or to the outbox, where there is none), and a cookie of the outbox alone remembers the key. No address and no header lets anybody in: behind
 * a proxy every visitor comes from this machine, and not every proxy says that it is one.
 */
export function outboxDoor({ publicUrl, key, leadsTo, closed }: OutboxDoorOptions) {
  const secure = publicUrl.startsWith('https:')
  return createMiddleware<Env>(async (c, next) => {
    const given = c.req.query('key')
    if (given !== undefined && isSameSecret(given, key)) {
      setCookie(c, COOKIE, key, { path: '/outbox', httpOnly: true, sameSite: 'Strict', secure })
      // The address with the key shall not stay in the address bar.
      return c.redirect(leadsTo)
    }
    return isSameSecret(getCookie(c, COOKIE) ?? '', key) ? next() : closed(c)
  })
}
