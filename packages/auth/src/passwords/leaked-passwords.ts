import { createHash } from 'node:crypto'
import type { Observe } from '../events.ts'

const PREFIX_LENGTH = 5
const TIMEOUT_MS = 2_000
/** A range has about a thousand lines of 40 bytes. */
const MOST_BYTES = 512 * 1024

/** Asks a range service whether a password has leaked from any other service. */
export interface LeakedPasswords {
  /** False as well when the service does not answer: that must not keep users from setting a password. */
  includes(password: string): Promise<boolean>
}

/** Without an address nothing is asked. */
export function createLeakedPasswords(rangeUrl: string | null, observe: Observe): LeakedPasswords {
  if (rangeUrl === null) return { includes: async () => false }
  return {
    async includes(password) {
      try {
        return await isListed(rangeUrl, password)
      } catch (cause) {
        observe({ kind: 'leak-check-failed', cause })
        return false
      }
    },
  }
}

/**
 * The service learns five digits of a hash and answers with all hashes that begin so (k-anonymity), padded, so that the
 * length of the answer tells nothing either. Source: https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
async function isListed(rangeUrl: string, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(new URL(digest.slice(0, PREFIX_LENGTH), rangeUrl), {
    headers: { 'add-padding': 'true', 'user-agent': 'cairn' },
    // A redirect would tell the digits to the server that it names.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const lines = (await textOf(response)).split(/\r?\n/)
  // Padding has the count 0.
  return lines.some((line) => {
    const [suffix, count] = line.split(':')
    return suffix === digest.slice(PREFIX_LENGTH) && Number(count) > 0
  })
}

/** The body as text; a longer one than any range is not read to its end. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error('The service answered more than a range can be.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
