import type postgres from 'postgres'

/**
 * Adds so many members to the account of a person, each with a notification that is due to be mailed. Returns their
 * addresses. Triggers are passed by: it is quick, and nobody else is notified.
 */
export async function arrangeNotified(
  admin: postgres.Sql,
  { personId, members }: { personId: string; members: number },
): Promise<string[]> {
  const rows = await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    return tx<{ email: string }[]>`
      with made as (
        insert into public.profiles (id, email, name, account_id)
        select gen_random_uuid(), format('member%s@bulk.example', n), 'Member ' || n, m.account_id
        from public.account_members m, generate_series(1, ${members}::integer) n
        where m.user_id = ${personId}
        returning id, email, account_id
      ),
      joined as (
        insert into public.account_members (user_id, account_id, role, permission_level)
        select id, account_id, 'member', 'user' from made
      ),
      told as (
        insert into public.notifications (account_id, user_id, kind, number, in_app, mail_due, created_at)
        select account_id, id, 'level_changed', 1, true, true, now() - interval '2 minutes' from made
      )
      select email from made`
  })
  return rows.map(({ email }) => email)
}
