import { UNDO_DAYS } from '../model/security-change.ts'
import type { SessionLimits } from '../model/session.ts'
import { keepTime } from './clock.ts'
import type { Transaction } from './transaction.ts'

/**
 * Deletes what has expired: sign-ups that were not confirmed within 7 days and whose last link has expired, with their user when no
 * later one waits; anonymous users without a session after 30
 * days, tokens and codes, changes that cannot be undone any more, browsers and networks of a year ago, retired keys whose tokens have expired, and counters of past windows; and ends old sessions,
 * which expiry.ts deletes. Returns how many rows were deleted.
 */
export async function purge(tx: Transaction, limits: SessionLimits): Promise<number> {
  await keepTime(tx)
  await limitOldSessions(tx, limits)
  const deleted = [
    await tx`
      delete from auth.users u
      where u.confirmed_at is null
        and u.created_at < now() - interval '7 days'
        and not u.is_sso_user
        and not u.is_anonymous
        and u.deleted_at is null
        and not exists (select from auth.sessions s where s.user_id = u.id)
        and not exists (
          select from auth.pending_sign_ups p where p.user_id = u.id and p.created_at >= now() - interval '7 days'
        )
        and not exists (
          select from auth.one_time_tokens t where t.user_id = u.id and t.expires_at >= now()
        )`,
    await tx`
      delete from auth.users u
      where u.is_anonymous
        and u.created_at < now() - interval '30 days'
        and not exists (select from auth.sessions s where s.user_id = u.id)`,
    await tx`delete from auth.one_time_tokens where expires_at < now()`,
    await tx`
      delete from auth.pending_sign_ups p
      where p.created_at < now() - interval '7 days'
        and not exists (
          select from auth.one_time_tokens t where t.sign_up_id = p.id and t.expires_at >= now()
        )`,
    await tx`delete from auth.mfa_challenges where created_at < now() - interval '1 hour'`,
    await tx`delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour'`,
    await tx`delete from auth.flow_state where created_at < now() - interval '2 days'`,
    await tx`delete from auth.saml_assertions where expires_at < now() - interval '1 hour'`,
    await tx`delete from auth.signing_keys where retired_at < now() - interval '8 days'`,
    await tx`delete from auth.security_changes where created_at < now() - make_interval(days => ${UNDO_DAYS})`,
    await tx`delete from auth.known_devices where last_seen_at < now() - interval '1 year'`,
    await tx`delete from auth.rate_limits where window_started_at < now() - interval '1 day'`,
  ]
  return deleted.reduce((sum, rows) => sum + rows.count, 0)
}

/** Sessions that began before there were limits end by them as well. */
async function limitOldSessions(
  tx: Transaction,
  { timeboxSeconds, inactivitySeconds }: SessionLimits,
): Promise<void> {
  await tx`
    update auth.sessions
    set not_after = least(
      created_at + make_interval(secs => ${timeboxSeconds}::int),
      coalesce(refreshed_at, created_at) + make_interval(secs => ${inactivitySeconds}::int),
      sso_not_after
    )
    where not_after is null and (${timeboxSeconds}::int is not null or ${inactivitySeconds}::int is not null)`
}
