import type { Call } from '../call.ts'
import { mailTooSoon, tooManyRequests } from '../errors.ts'
import { clientNetwork } from '../rules/client-network.ts'
import type { Services } from '../services.ts'
import { type RateLimit, takeTurn } from '../store/rate-limits.ts'
import type { Transaction } from '../store/transaction.ts'

const DEFAULTS = { signUpsPerFiveMinutes: 30, mailCooldownSeconds: 60, mailsPerHour: 6 }

/** Bounds what one network address can make us hash and mail. Throws `over_request_rate_limit`. */
export async function limitClient({ database, settings }: Services, call: Call): Promise<void> {
  const limit: RateLimit = {
    bucket: 'sign-ups of a client',
    limit: settings.rateLimits?.signUpsPerFiveMinutes ?? DEFAULTS.signUpsPerFiveMinutes,
    windowSeconds: 300,
  }
  const client = clientNetwork(call.clientAddress)
  const wait = await database.transaction((tx) => takeTurn(tx, limit, client))
  if (wait !== null) throw tooManyRequests(wait)
}

/**
 * Keeps us from flooding a mailbox, and lets the requests for one address take turns until the transaction ends. Counts
 * addresses that we know and those that we do not alike. Throws `over_email_send_rate_limit`.
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
    const wait = await takeTurn(tx, limit, email)
    if (wait !== null) throw mailTooSoon(wait)
  }
}
