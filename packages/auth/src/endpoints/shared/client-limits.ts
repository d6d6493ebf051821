import { tooManyRequests } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Services } from '../services.ts'

const DEFAULTS = {
  signUpsPerFiveMinutes: 30,
  codesPerFiveMinutes: 30,
  // All users of an office may sign in from one address in the morning.
  singleSignOnsPerFiveMinutes: 600,
}

/** Limits the hashes and mails that one network address can cause. Throws `over_request_rate_limit`. */
export function limitClient(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'sign-ups of a client',
    limit: services.settings.rateLimits?.signUpsPerFiveMinutes ?? DEFAULTS.signUpsPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Limits the codes that one network address can try, for all accounts together. Throws `over_request_rate_limit`. */
export function limitCodes(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'codes of a client',
    limit: services.settings.rateLimits?.codesPerFiveMinutes ?? DEFAULTS.codesPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Limits the signatures that one network address can make us create and verify. Throws `over_request_rate_limit`. */
export function limitSingleSignOn(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'single sign-ons of a client',
    limit: services.settings.rateLimits?.singleSignOnsPerFiveMinutes ?? DEFAULTS.singleSignOnsPerFiveMinutes,
    windowSeconds: 300,
  })
}

async function limitNetwork({ database }: Services, call: Call, limit: RateLimit): Promise<void> {
  const client = clientNetwork(call.clientAddress)
  const wait = await database.transaction((tx) => countHit(tx, limit, client))
  if (wait !== null) throw tooManyRequests(wait)
}
