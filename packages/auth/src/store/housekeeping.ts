import type { SessionLimits } from '../model/session.ts'
import { keepTime } from './clock.ts'
import type { Transaction } from './transaction.ts'

/** Sessions that began before there were limits end by them as well. They are deleted later (expiry.ts). */
export async function limitOldSessions(
  tx: Transaction,
  { timeboxSeconds, inactivitySeconds }: SessionLimits,
): Promise<void> {
  await keepTime(tx)
  await tx`
    update auth.sessions
    set not_after = least(
      created_at + make_interval(secs => ${timeboxSeconds}::int),
      coalesce(refreshed_at, created_at) + make_interval(secs => ${inactivitySeconds}::int),
      sso_not_after
    )
    where not_after is null and (${timeboxSeconds}::int is not null or ${inactivitySeconds}::int is not null)`
}
