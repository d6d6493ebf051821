import { tooManyRequests } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Services } from '../services.ts'

const DEFAULTS = {
  signUpsPerFiveMinutes: 30,
  codesPerFiveMinutes: 30,
  // A whole office comes from one address in the morning.
  singleSignOnsPerFiveMinutes: 600,
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
  const wait = await database.transaction((tx) => countHit(tx, limit, client))
  if (wait !== null) throw tooManyRequests(wait)
}
