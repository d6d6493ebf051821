import { withoutAddresses } from './without-addresses.ts'
import { withoutSecrets, withoutTokens } from './without-tokens.ts'

/** A sentence of an error as others may read it: without mail addresses and without secrets. */
export const harmless = (sentence: string) => withoutSecrets(withoutAddresses(sentence))

/** These are random, or a proxy in front has set them, and lead from one log to another. */
const IDS: ReadonlySet<string> = new Set(['id', 'requestId'])

/**
 * Copies an event without secrets in any of its texts. Every line of the log passes through here, so that no other part
 * of the server has to think of it.
 */
export function withoutSecretsIn(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (IDS.has(name)) return value
    return name === 'path' ? withoutTokens(value) : withoutSecrets(value)
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecretsIn(item, name))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecretsIn(part, key)]))
}
