import { mailTooSoon } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import { hasSessionIn } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = { mailCooldownSeconds: 60, mailsPerHour: 6, mailsPerHourTotal: 30 }
const HOUR_SECONDS = 3_600

/**
 * Limits the mails to one address. Each network that asks for them has its own counts, so that a stranger's requests do not
 * use up the owner's. A mailbox is not flooded all the same: there is a count for all networks together, which only those
 * pass in which the owner is signed in. Concurrent requests for an address wait for each other until the transaction ends.
 * Addresses with and without an account are counted alike. Throws `over_email_send_rate_limit`.
 */
export async function limitAddress(
  { settings }: Services,
  tx: Transaction,
  call: Call,
  email: string,
): Promise<void> {
  const { mailCooldownSeconds, mailsPerHour, mailsPerHourTotal } = { ...DEFAULTS, ...settings.rateLimits }
  const network = clientNetwork(call.clientAddress)
  const total: RateLimit = {
    bucket: 'mails to an address in an hour',
    limit: mailsPerHourTotal,
    windowSeconds: HOUR_SECONDS,
  }
  const waitOfAll = await countHit(tx, total, email)
  if (waitOfAll !== null && !(await hasSessionIn(tx, email, network))) throw mailTooSoon(waitOfAll)
  const own: RateLimit[] = [
    { bucket: 'mail to an address', limit: 1, windowSeconds: mailCooldownSeconds },
    { bucket: 'mails to an address of a client', limit: mailsPerHour, windowSeconds: HOUR_SECONDS },
  ]
  for (const limit of own.filter(({ windowSeconds }) => windowSeconds > 0)) {
    const wait = await countHit(tx, limit, `${email} ${network}`)
    if (wait !== null) throw mailTooSoon(wait)
  }
}
