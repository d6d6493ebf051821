import type postgres from 'postgres'
import type { Reader } from '../growth/arrange.ts'

/** An account by its id, its admin, and a colleague of theirs. */
type AuditLogOf = Pick<Reader, 'accountId' | 'personId'> & { colleagueId: string }

/**
 * Gives one account so many entries of the audit log over 90 days: half of them sign-ins of the admin, the others
 * failures of a colleague and level changes by them, and one action that happened once.
 */
export async function fillAuditLog(
  sql: postgres.Sql,
  { accountId, personId, colleagueId }: AuditLogOf,
  entries: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.security_audit_log (account_id, user_id, action, resource_type, resource_id, created_at)
      select ${accountId}, case when n % 2 = 0 then ${personId}::uuid else ${colleagueId}::uuid end,
        case when n = 1 then 'audit_log_cleaned' when n % 2 = 0 then 'login_successful'
          when n % 10 = 1 then 'permission_updated' else 'failed_login' end,
        'user_account', ${personId}, now() - n * (interval '90 days' / ${entries}::int)
      from generate_series(1, ${entries}::int) n`
  })
  await sql`vacuum (analyze) public.security_audit_log`
}
