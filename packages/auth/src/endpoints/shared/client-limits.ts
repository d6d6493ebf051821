import { tooManyRequests } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { giveTurnBack, type Paused, type TakenTurn, takeTurn } from '../../store/pauses.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = {
  signUpsPerFiveMinutes: 30,
  codesPerFiveMinutes: 30,
  wrongPasswordsPerFiveMinutes: 30,
  // An admin invites a hundred people in one step.
  invitationsPerFiveMinutes: 150,
  // All users of an office may sign in from one address in the morning.
  singleSignOnsPerFiveMinutes: 600,
  // Every visitor of the sign-in page requests one.
  passkeysPerFiveMinutes: 1_200,
  // A server that works for all users of an organization refreshes their tokens from one address.
  clientRequestsPerFiveMinutes: 1_200,
  decisionsPerFiveMinutes: 300,
  registrationsPerHour: 20,
}

/** Limits the hashes and mails that one network address can cause. Throws `over_request_rate_limit`. */
export function limitClient(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, signUps(services))
}

/** Counts such a mail too, and returns whether it is within the limit instead of throwing. */
export async function isWithinClientLimit(services: Services, call: Call): Promise<boolean> {
  return (await countNetwork(services, call, signUps(services))) === null
}

function signUps({ settings }: Services): RateLimit {
  return {
    bucket: 'sign-ups of a client',
    limit: settings.rateLimits?.signUpsPerFiveMinutes ?? DEFAULTS.signUpsPerFiveMinutes,
    windowSeconds: 300,
  }
}

/** Limits the mails of invitations that one network address can cause. Throws `over_request_rate_limit`. */
export function limitInvitations(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'invitations of a client',
    limit: services.settings.rateLimits?.invitationsPerFiveMinutes ?? DEFAULTS.invitationsPerFiveMinutes,
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

/** Limits the passkeys that one network address can ask for and show. Throws `over_request_rate_limit`. */
export function limitPasskeys(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'passkeys of a client',
    limit: services.settings.rateLimits?.passkeysPerFiveMinutes ?? DEFAULTS.passkeysPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Limits what OAuth clients at one network address can ask for. Throws `over_request_rate_limit`. */
export function limitClientRequests(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'requests of OAuth clients',
    limit:
      services.settings.rateLimits?.clientRequestsPerFiveMinutes ?? DEFAULTS.clientRequestsPerFiveMinutes,
    windowSeconds: 300,
  })
}

/** Limits the decisions that OAuth clients at one network address can ask for. Throws `over_request_rate_limit`. */
export function limitDecisions(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'decisions of OAuth clients',
    limit: services.settings.rateLimits?.decisionsPerFiveMinutes ?? DEFAULTS.decisionsPerFiveMinutes,
    windowSeconds: 300,
  })
}

/**
 * Limits the OAuth clients that one network address can make us store, whether they register or we read their
 * documents. Throws `over_request_rate_limit`.
 */
export function limitRegistrations(services: Services, call: Call): Promise<void> {
  return limitNetwork(services, call, {
    bucket: 'registrations of OAuth clients',
    limit: services.settings.rateLimits?.registrationsPerHour ?? DEFAULTS.registrationsPerHour,
    windowSeconds: 3_600,
  })
}

/**
 * The pauses that begin with the last wrong password that a network has in a window; see
 * docs/develop/decisions/sign-in-limits.md.
 */
function guesses({ settings }: Services): Paused {
  return {
    bucket: 'wrong passwords of a client',
    free: settings.rateLimits?.wrongPasswordsPerFiveMinutes ?? DEFAULTS.wrongPasswordsPerFiveMinutes,
    windowSeconds: 300,
    firstPauseSeconds: 60,
    longestPauseSeconds: 300,
    quietSeconds: 900,
  }
}

/**
 * Counts a password that is about to be checked, for its network; a right one is given back. Therefore hundreds of
 * guesses at the same moment get no further than the same guesses one after the other. Returns for how many seconds the
 * network pauses instead.
 */
export function takeGuess(
  services: Services,
  tx: Transaction,
  call: Call,
): Promise<TakenTurn | { kind: 'pause'; seconds: number }> {
  return takeTurn(tx, guesses(services), clientNetwork(call.clientAddress))
}

/** Takes a guess off the count, because the password was right. */
export function giveGuessBack(
  services: Services,
  tx: Transaction,
  call: Call,
  guess: TakenTurn,
): Promise<void> {
  return giveTurnBack(tx, guesses(services), clientNetwork(call.clientAddress), guess)
}

async function limitNetwork(services: Services, call: Call, limit: RateLimit): Promise<void> {
  const wait = await countNetwork(services, call, limit)
  if (wait !== null) throw tooManyRequests(wait)
}

/** Null within the limit, otherwise the seconds to wait. */
function countNetwork({ database }: Services, call: Call, limit: RateLimit): Promise<number | null> {
  const client = clientNetwork(call.clientAddress)
  return database.transaction((tx) => countHit(tx, limit, client))
}
