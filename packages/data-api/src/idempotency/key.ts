import { createHash } from 'node:crypto'
import { badIdempotencyKey } from '../errors/request-errors.ts'
import type { HttpRequest } from '../request/http-request.ts'

/** The longest key, as with most services that have such keys. */
const LONGEST_KEY = 255

/** Visible characters of ASCII: what every client sends, a UUID most often. */
const BARE = /^[!-~]+$/
/** A string of structured fields (RFC 9651), which the draft asks for. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/

/**
 * The key by which a request asks to be done once, or null without one: a quoted string, or its bare characters.
 * Throws the refusal of one that cannot be read.
 * Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotencyKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | null {
  const sent = headers.get('idempotency-key')
  if (sent === null) return null
  const quoted = QUOTED.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1')
  const key = quoted ?? (BARE.test(sent) && !sent.startsWith('"') ? sent : '')
  if (key === '' || key.length > LONGEST_KEY) throw badIdempotencyKey(LONGEST_KEY)
  return key
}

/** What decides what a request does and how it is answered, beside its body. */
const HEADERS = ['accept', 'content-type', 'content-profile', 'prefer'] as const

/** Tells a request from every other one with the same key. */
export function fingerprintOf({ method, url, headers, body }: HttpRequest): string {
  const hash = createHash('sha256')
  // As JSON the parts stay apart, whatever characters they hold.
  hash.update(JSON.stringify([method, url, ...HEADERS.map((name) => headers.get(name))]))
  return hash.update(body ?? '').digest('base64')
}
