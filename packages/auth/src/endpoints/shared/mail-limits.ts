import { mailTooSoon } from '../../errors/auth-errors.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = { mailCooldownSeconds: 60, mailsPerHour: 6 }

/**
 * Limits the mails to one address. Concurrent requests for it wait for each other until the transaction ends. Addresses
 * with and without an account are counted alike. Throws `over_email_send_rate_limit`.
 */
export async function limitAddress({ settings }: Services, tx: Transaction, email: string): Promise<void> {
  const limits: RateLimit[] = [
    {
      bucket: 'mail to an address',
      limit: 1,
      windowSeconds: settings.rateLimits?.mailCooldownSeconds ?? DEFAULTS.mailCooldownSeconds,
    },
    {
      bucket: 'mails to an address in an hour',
      limit: settings.rateLimits?.mailsPerHour ?? DEFAULTS.mailsPerHour,
      windowSeconds: 3_600,
    },
  ]
  for (const limit of limits.filter(({ windowSeconds }) => windowSeconds > 0)) {
    const wait = await countHit(tx, limit, email)
    if (wait !== null) throw mailTooSoon(wait)
  }
}
