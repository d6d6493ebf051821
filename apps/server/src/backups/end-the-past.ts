import type { Statements } from '@cairn/postgres/pool/privileged'

/**
 * Statements that end what a restored backup must not continue, by table. docs/operate/backup.md lists the same statements.
 */
export const STATEMENTS: readonly (readonly [table: string, statement: string])[] = [
  ['auth.sessions', 'delete from auth.sessions'],
  ['auth.one_time_tokens', 'delete from auth.one_time_tokens'],
  ['auth.flow_state', 'delete from auth.flow_state'],
  ['auth.oauth_authorizations', 'delete from auth.oauth_authorizations'],
  ['auth.mail_queue', 'delete from auth.mail_queue'],
  [
    'public.pending_invitations',
    'update public.pending_invitations set declined_at = now() where accepted_at is null and declined_at is null',
  ],
  ['public.notifications', 'update public.notifications set mail_due = false where mail_due'],
  // An account that was kept meanwhile would be deleted within the hour.
  ['private.accounts_to_delete', 'delete from private.accounts_to_delete'],
  ['private.webhook_queue', 'delete from private.webhook_queue'],
  ['private.heartbeat_news', 'delete from private.heartbeat_news'],
  ['private.answering', 'delete from private.answering'],
  // Each has a whole turn to report: the reports since the backup are lost.
  [
    'public.heartbeats',
    'update public.heartbeats set late_at = now() + make_interval(secs => coalesce(every_seconds, 86400) + grace_seconds) where late_at < now() + make_interval(secs => coalesce(every_seconds, 86400) + grace_seconds)',
  ],
]

/**
 * Ends the sessions, links, mails, invitations and deliveries of a restored database; skips tables that it does not
 * have.
 */
export async function endThePast(sql: Statements): Promise<void> {
  for (const [table, statement] of STATEMENTS) {
    const [row] = await sql`select to_regclass(${table}) is not null as known`
    if (row?.['known'] === true) await sql.unsafe(statement)
  }
}
