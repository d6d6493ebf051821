import { UNDO_DAYS } from '../model/security-change.ts'
import { unusedClients } from './oauth-clients.ts'
import type { Statements } from './transaction.ts'

/** Rows of one kind that are kept for a limited time. */
interface Expiry {
  /** The name of the kind for the operator: `session`. */
  what: string
  /** The keys of some expired rows, except for `without`. */
  find(sql: Statements, without: readonly string[], atMost: number): Promise<string[]>
  /** Deletes those of them that are still expired; returns how many. */
  delete(sql: Statements, keys: readonly string[]): Promise<number>
}

interface Kind {
  what: string
  table: string
  /** A table without an id is known by the place of the row, which an expired row keeps. */
  key?: 'id' | 'ctid'
  /** The column by which the oldest rows come first, where it has an index. */
  oldestBy?: string
  /** The condition of expired rows; `e` is the row. */
  isOld: (sql: Statements) => ReturnType<Statements>
}

function expiry({ what, table, key = 'id', oldestBy, isOld }: Kind): Expiry {
  return {
    what,
    async find(sql, without, atMost) {
      const type = sql.unsafe(key === 'id' ? 'uuid[]' : 'tid[]')
      const found = await sql<{ key: string }[]>`
        select ${sql(`e.${key}`)}::text as key
        from ${sql(table)} e
        where ${isOld(sql)} and ${sql(`e.${key}`)} <> all (${[...without]}::${type})
        ${oldestBy === undefined ? sql`` : sql`order by ${sql(`e.${oldestBy}`)}`}
        limit ${atMost}`
      return found.map((row) => row.key)
    },
    async delete(sql, keys) {
      const type = sql.unsafe(key === 'id' ? 'uuid[]' : 'tid[]')
      const deleted = await sql`
        delete from ${sql(table)} e
        where ${sql(`e.${key}`)} = any (${[...keys]}::${type}) and ${isOld(sql)}`
      return deleted.count
    },
  }
}

/** All rows that expire in the schema auth. Entries of the operator's log are kept for so many days. */
// biome-ignore lint/plugin/short-functions: a flat table of what expires, with the condition of each.
export const expiries = (auditDays: number): readonly Expiry[] => [
  // A kept key expires with all that it protects: sessions that were not refreshed since a change of the secret, codes
  // and links.
  expiry({
    what: 'kept key',
    table: 'auth.kept_keys',
    isOld: (sql) => sql`
      e.created_at < now() - interval '1 day'
      and case
        when e.expires_at is not null then e.expires_at < now()
        when e.purpose = 'recovery codes' then not exists (
          select from auth.mfa_recovery_codes c where c.created_at < e.created_at + interval '1 day'
        )
        else not exists (
          select from auth.sessions s
          where coalesce(s.refreshed_at, s.created_at) < e.created_at + interval '1 day'
            and (s.not_after is null or s.not_after > now())
        )
      end`,
  }),
  // With their user when no later sign-up waits, and once the last link has expired.
  expiry({
    what: 'unconfirmed user',
    table: 'auth.users',
    isOld: (sql) => sql`
      e.confirmed_at is null
      and e.created_at < now() - interval '7 days'
      and not e.is_sso_user
      and not e.is_anonymous
      and e.deleted_at is null
      and not exists (select from auth.sessions s where s.user_id = e.id)
      and not exists (
        select from auth.pending_sign_ups p where p.user_id = e.id and p.created_at >= now() - interval '7 days'
      )
      and not exists (select from auth.one_time_tokens t where t.user_id = e.id and t.expires_at >= now())`,
  }),
  expiry({
    what: 'anonymous user',
    table: 'auth.users',
    isOld: (sql) => sql`
      e.is_anonymous
      and e.created_at < now() - interval '30 days'
      and not exists (select from auth.sessions s where s.user_id = e.id)`,
  }),
  expiry({ what: 'token', table: 'auth.one_time_tokens', isOld: (sql) => sql`e.expires_at < now()` }),
  expiry({
    what: 'sign-up',
    table: 'auth.pending_sign_ups',
    isOld: (sql) => sql`
      e.created_at < now() - interval '7 days'
      and not exists (select from auth.one_time_tokens t where t.sign_up_id = e.id and t.expires_at >= now())`,
  }),
  expiry({
    what: 'password that was not proven',
    table: 'auth.unproven_passwords',
    key: 'ctid',
    isOld: (sql) => sql`e.created_at < now() - interval '30 days'`,
  }),
  expiry({
    what: 'challenge of a second factor',
    table: 'auth.mfa_challenges',
    isOld: (sql) => sql`e.created_at < now() - interval '1 hour'`,
  }),
  expiry({
    what: 'challenge of a passkey',
    table: 'auth.webauthn_challenges',
    isOld: (sql) => sql`e.expires_at < now() - interval '1 hour'`,
  }),
  expiry({
    what: 'flow',
    table: 'auth.flow_state',
    isOld: (sql) => sql`e.created_at < now() - interval '2 days'`,
  }),
  expiry({
    what: 'trial of a provider',
    table: 'auth.provider_trials',
    oldestBy: 'created_at',
    isOld: (sql) => sql`e.created_at < now() - interval '15 minutes'`,
  }),
  // For a day, the reuse of a code is detected; without a code there is nothing to detect.
  expiry({
    what: 'request of a client',
    table: 'auth.oauth_authorizations',
    oldestBy: 'expires_at',
    isOld: (sql) => sql`
      e.expires_at < now() and (e.code_hash is null or e.expires_at < now() - interval '1 day')`,
  }),
  expiry({
    what: 'client that nobody uses',
    table: 'auth.oauth_clients',
    isOld: (sql) =>
      sql`greatest(e.created_at, e.metadata_read_at) < now() - interval '7 days' and ${unusedClients(sql)}`,
  }),
  expiry({
    what: 'assertion',
    table: 'auth.saml_assertions',
    key: 'ctid',
    isOld: (sql) => sql`e.expires_at < now() - interval '1 hour'`,
  }),
  // All tokens of a retired key have expired by then.
  expiry({
    what: 'signing key',
    table: 'auth.signing_keys',
    isOld: (sql) => sql`e.retired_at < now() - interval '8 days'`,
  }),
  // A change cannot be undone any more by then.
  expiry({
    what: 'security change',
    table: 'auth.security_changes',
    oldestBy: 'created_at',
    isOld: (sql) => sql`e.created_at < now() - make_interval(days => ${UNDO_DAYS})`,
  }),
  expiry({
    what: 'known device',
    table: 'auth.known_devices',
    key: 'ctid',
    isOld: (sql) => sql`e.last_seen_at < now() - interval '1 year'`,
  }),
  expiry({
    what: 'counter',
    table: 'auth.rate_limits',
    key: 'ctid',
    isOld: (sql) => sql`e.window_started_at < now() - interval '1 day'`,
  }),
  // An operator who looks once a month has to find the message.
  expiry({
    what: 'message set aside',
    table: 'auth.mail_queue',
    isOld: (sql) => sql`e.set_aside_at < now() - interval '31 days'`,
  }),
  expiry({
    what: 'session',
    table: 'auth.sessions',
    isOld: (sql) => sql`e.not_after < now()`,
  }),
  expiry({
    what: 'entry of the log',
    table: 'auth.audit_log_entries',
    oldestBy: 'created_at',
    isOld: (sql) => sql`e.created_at < now() - make_interval(days => ${auditDays})`,
  }),
]
