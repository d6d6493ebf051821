import { createHash } from 'node:crypto'

const PREFIX = 'cairn_'
const FORM = /^cairn_[0-9a-f]{48}$/
const CHECKSUM_LENGTH = 8

/** Whether a bearer token is meant as an API token of Cairn, be it whole or not. Keys of sources are none. */
export function isMeantAsToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX) && !bearer.startsWith('cairn_src_')
}

/**
 * The hash by which the database knows an API token; null for what is cut, doubled or mistyped, which its checksum
 * tells without asking anybody (`private.new_api_token`).
 */
export function hashOfToken(bearer: string): string | null {
  if (!FORM.test(bearer)) return null
  const body = bearer.slice(0, -CHECKSUM_LENGTH)
  if (!sha256(body).startsWith(bearer.slice(-CHECKSUM_LENGTH))) return null
  return sha256(bearer)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
