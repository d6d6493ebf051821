import { createHash } from 'node:crypto'
import { badIdempotencyKey } from '../errors/request-errors.ts'
import type { HttpRequest } from '../request/http-request.ts'

/** The longest key, as in most services that have such keys. */
const LONGEST_KEY = 255

/** Visible ASCII characters: the form that every client sends, mostly a UUID. */
const BARE = /^[!-~]+$/
/** A string of structured fields (RFC 9651), which the draft requires. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/

/**
 * The idempotency key of a request, or null without one: a quoted string, or its bare characters. Throws the refusal of
 * an unreadable key. Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotencyKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | null {
  const sent = headers.get('idempotency-key')
  if (sent === null) return null
  const quoted = QUOTED.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1')
  const key = quoted ?? (BARE.test(sent) && !sent.startsWith('"') ? sent : '')
  if (key === '' || key.length > LONGEST_KEY) throw badIdempotencyKey(LONGEST_KEY)
  return key
}

/** The headers that affect the action and the response of a request, beside its body. */
const HEADERS = ['accept', 'content-type', 'content-profile', 'prefer'] as const

/** Distinguishes a request from every other one with the same key. */
export function fingerprintOf({ method, url, headers, body }: HttpRequest): string {
  const hash = createHash('sha256')
  // JSON keeps the parts apart, whatever characters they contain.
  hash.update(JSON.stringify([method, url, ...HEADERS.map((name) => headers.get(name))]))
  return hash.update(body ?? '').digest('base64')
}
