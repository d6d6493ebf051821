import type { Account } from '../model/account.ts'
import type { AmrClaimRow, Device, SessionLimits, SessionRow } from '../model/session.ts'
import { type AccountRow, accountColumns, toAccount } from './account-columns.ts'
import type { Statements } from './transaction.ts'

/** A session together with its user, read in one statement: what most requests begin with. */
export interface SignedInRow {
  account: Account
  session: SessionRow
}

type Row = AccountRow & Omit<SessionRow, 'id' | 'user_id'> & { session_id: string }

/** The session `s` with the clock, beside the columns of its user. */
function sessionColumns(sql: Statements) {
  return sql`
    s.id as session_id, s.aal, s.not_after, s.refreshed_at, s.refresh_token_counter::int as refresh_token_counter,
    clock_timestamp() as now`
}

function toSignedIn(row: Row): SignedInRow {
  const { session_id, aal, not_after, refreshed_at, refresh_token_counter, now, ...account } = row
  const session = {
    id: session_id,
    user_id: row.id,
    aal,
    not_after,
    refreshed_at,
    refresh_token_counter,
    now,
  }
  return { account: toAccount(account), session }
}

/** The session and its user, if it is theirs and has not ended. */
export async function findSignedIn(
  sql: Statements,
  session: { id: string; userId: string },
): Promise<SignedInRow | null> {
  const [row] = await sql<Row[]>`
    select ${sessionColumns(sql)}, ${accountColumns(sql)}
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${session.id} and s.user_id = ${session.userId} and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null`
  return row === undefined ? null : toSignedIn(row)
}

/**
 * Rotates the refresh token of a session, if `token` is the current one: the usual refresh, in one statement and so in
 * one round trip. null in every other case, which the caller has to tell apart; nothing has been written then.
 */
export async function advanceIfCurrent(
  sql: Statements,
  token: { sessionId: string; counter: number },
  { device, limits }: { device: Device; limits: SessionLimits },
): Promise<(SignedInRow & { amr: readonly AmrClaimRow[] }) | null> {
  const [row] = await sql<(Row & { amr: readonly { method: string; at: string }[] })[]>`
    with s as (
      update auth.sessions c
      set
        refresh_token_counter = c.refresh_token_counter + 1, refreshed_at = clock_timestamp(), updated_at = now(),
        user_agent = ${device.userAgent}, ip = ${device.address}::inet,
        not_after = least(
          c.created_at + make_interval(secs => ${limits.timeboxSeconds}::int),
          now() + make_interval(secs => ${limits.inactivitySeconds}::int),
          c.sso_not_after
        )
      from auth.users p
      where c.id = ${token.sessionId} and c.refresh_token_counter = ${token.counter}
        and (c.not_after is null or c.not_after > clock_timestamp())
        and p.id = c.user_id and p.deleted_at is null and (p.banned_until is null or p.banned_until <= now())
      returning c.*
    )
    select
      ${sessionColumns(sql)}, ${accountColumns(sql)},
      (
        select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method, 'at', a.updated_at)
          order by a.updated_at desc, a.authentication_method), '[]')
        from auth.mfa_amr_claims a where a.session_id = s.id
      ) as amr
    from s join auth.users u on u.id = s.user_id`
  if (row === undefined) return null
  const { amr, ...rest } = row
  return { ...toSignedIn(rest), amr: amr.map(({ method, at }) => ({ method, at: new Date(at) })) }
}
