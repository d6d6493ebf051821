import { mailTooSoon, tooManyRequests } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { type RateLimit, takeTurn } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = {
  signUpsPerFiveMinutes: 30,
  codesPerFiveMinutes: 30,
  // A whole office comes from one address in the morning.
  singleSignOnsPerFiveMinutes: 600,
  mailCooldownSeconds: 60,
  mailsPerHour: 6,
}

/** Bounds what one network address can make us hash and mail. Throws `over_request_rate_limit`. */
export function limitClient(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'sign-ups of a client',
    limit: services.settings.rateLimits?.signUpsPerFiveMinutes ?? DEFAULTS.signUpsPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Bounds how many codes one network address can try, for whatever addresses. Throws `over_request_rate_limit`. */
export function limitCodes(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'codes of a client',
    limit: services.settings.rateLimits?.codesPerFiveMinutes ?? DEFAULTS.codesPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Bounds the signatures that one network address can make us make and check. Throws `over_request_rate_limit`. */
export function limitSingleSignOn(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'single sign-ons of a client',
    limit: services.settings.rateLimits?.singleSignOnsPerFiveMinutes ?? DEFAULTS.singleSignOnsPerFiveMinutes,
    windowSeconds: 300,
  })
}

async function limitNetwork({ database }: Services, call: Call, limit: RateLimit): Promise<void> {
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
