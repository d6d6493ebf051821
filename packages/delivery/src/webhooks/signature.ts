import { createHmac } from 'node:crypto'

/** The prefix of a webhook's secret (Standard Webhooks, 'Signature scheme'). */
const SECRET_PREFIX = 'whsec_'

/** The signed parts of a message. */
export interface Signed {
  /** The same for all attempts. */
  id: string
  /** Seconds since 1970, of this attempt. */
  timestamp: number
  body: string
}

/**
 * The headers of Standard Webhooks 1.0: id, timestamp and a signature (HMAC-SHA256 over `id.timestamp.body`) with each of
 * the secrets, so that one that was rotated can still be verified.
 */
export function signedHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const { id, timestamp, body } = signed
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(
      secret.slice(secret.startsWith(SECRET_PREFIX) ? SECRET_PREFIX.length : 0),
      'base64',
    )
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
