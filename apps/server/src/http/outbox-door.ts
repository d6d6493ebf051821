import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isLoopback } from './client-address.ts'
import type { Env } from './context.ts'
import { NOT_FOUND, problemResponse } from './problems.ts'

/** What a proxy adds when it passes on a request of another client, which may be anywhere. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client|remote)-(?:ip|addr)|x-original-.+|x-envoy-.+|true-client-ip|cf-.+|fastly-client-ip)$/

const COOKIE = 'cairn-outbox'

/** Whether an address leads to the machine of the user who opens it. */
export function leadsToThisMachine(address: string): boolean {
  return isLocalName(new URL(address).hostname)
}

/**
 * Lets two kinds of callers read undelivered mail, whose links open accounts; all others find nothing. The first sit at
 * this machine: Cairn's own address is a local one, so is the address that they opened, and nothing stands in between.
 * The others bring the key that the start printed, once; a cookie of the outbox alone remembers it.
 */
export function outboxDoor(options: { publicUrl: string; key: string }) {
  const isLocalServer = leadsToThisMachine(options.publicUrl)
  const secure = options.publicUrl.startsWith('https:')
  return createMiddleware<Env>(async (c, next) => {
    const given = c.req.query('key')
    if (given !== undefined && isSame(given, options.key)) {
      setCookie(c, COOKIE, options.key, { path: '/outbox', httpOnly: true, sameSite: 'Strict', secure })
      // The address with the key shall not stay in the address bar.
      return c.redirect(c.req.path)
    }
    const open = (isLocalServer && isAtThisMachine(c)) || isSame(getCookie(c, COOKIE) ?? '', options.key)
    return open ? next() : problemResponse(c.req.path, NOT_FOUND)
  })
}

function isAtThisMachine(c: Context<Env>): boolean {
  if (!isLoopback(c.var.clientAddress) || !isLocalName(new URL(c.req.url).hostname)) return false
  // Browsers speak 1.1; a proxy that adds no header often speaks 1.0 to the server behind it.
  if (c.env.incoming.httpVersion === '1.0') return false
  return ![...c.req.raw.headers.keys()].some((name) => FORWARDING_HEADER.test(name))
}

function isLocalName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}

/** Hashed first, so that neither length nor content of the key shows in the time it takes. */
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(digest(given), digest(key))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
