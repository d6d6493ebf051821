import { mailTooSoon } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork, wideNetwork } from '../../rules/client-network.ts'
import { isKnownClient } from '../../store/known-devices.ts'
import {
  countHit,
  countSpacedHit,
  hasHits,
  type RateLimit,
  type SpacedLimit,
} from '../../store/rate-limits.ts'
import { hasSessionIn } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = { mailCooldownSeconds: 60, mailsPerHour: 6, strangersAtOnce: 3 }
const HOUR_SECONDS = 3_600
/** A /48 of IPv6 may be an office as well as one customer. */
const OF_WIDE_NETWORK = 4

/**
 * Limits the mails to one address. Each network that asks for them has its own counts, so that a stranger's requests do not
 * use up the owner's. A mailbox is not flooded all the same: a few networks may ask at once, and each further one waits twice as
 * long as the one before, three minutes at first. That does not count for a network from which the owner has signed in.
 * Concurrent requests for an address wait for each other until the transaction ends. Addresses with and without an account are
 * counted alike. Throws `over_email_send_rate_limit`.
 */
export async function limitAddress(
  services: Services,
  tx: Transaction,
  call: Call,
  email: string,
): Promise<void> {
  const { mailCooldownSeconds, mailsPerHour, strangersAtOnce } = {
    ...DEFAULTS,
    ...services.settings.rateLimits,
  }
  const network = clientNetwork(call.clientAddress)
  const wide = wideNetwork(call.clientAddress)
  const hourly: RateLimit = {
    bucket: 'mails to an address of a client',
    limit: mailsPerHour,
    windowSeconds: HOUR_SECONDS,
  }
  const isNew = !(await hasHits(tx, hourly, `${email} ${wide}`))
  if (isNew && !(await isAtHome(tx, email, network))) {
    const wait = await countSpacedHit(tx, { ...STRANGERS, atOnce: strangersAtOnce }, email)
    if (wait !== null) throw mailTooSoon(wait)
  }
  const limits = [
    { limit: { bucket: 'mail to an address', limit: 1, windowSeconds: mailCooldownSeconds }, of: network },
    { limit: hourly, of: network },
    ...(wide === network ? [] : [{ limit: { ...hourly, limit: mailsPerHour * OF_WIDE_NETWORK }, of: wide }]),
  ].filter(({ limit }) => limit.windowSeconds > 0)
  for (const { limit, of } of limits) {
    const wait = await countHit(tx, limit, `${email} ${of}`)
    if (wait !== null) throw mailTooSoon(wait)
  }
}

const STRANGERS: Omit<SpacedLimit, 'atOnce'> = {
  bucket: 'networks that ask for mails to an address',
  firstPauseSeconds: 180,
  windowSeconds: 24 * HOUR_SECONDS,
}

/** Whether the owner of the address is signed in from this network, or was. */
async function isAtHome(tx: Transaction, email: string, network: string): Promise<boolean> {
  return (await hasSessionIn(tx, email, network)) || isKnownClient(tx, email, network)
}
