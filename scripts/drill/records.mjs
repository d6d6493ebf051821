/** The columns that a kind needs beside the name, and their values. */
const KINDS = [
  ['systems', 'created_by, description', "m.user_id, 'Keeps what the team needs at hand'"],
  ['solutions', 'created_by', 'm.user_id'],
  ['agents', 'created_by, platform', "m.user_id, 'OpenAI'"],
  ['automations', 'created_by, source', "m.user_id, 'Zapier'"],
]

/**
 * Gives a member so many records, as many of each catalogue, with what the triggers write of them: history, notifications
 * and marks. Every tenth is changed afterwards, and every hundredth of the systems has an entry in the security log.
 * Returns how many there are.
 */
export async function fillAccount(sql, wanted) {
  const each = Math.ceil(wanted / KINDS.length)
  for (const [table, columns, values] of KINDS) {
    await sql.unsafe(`
      insert into public.${table} (account_id, name, ${columns})
      select m.account_id, 'Record ' || n, ${values}
      from (select * from public.account_members order by created_at limit 1) m, generate_series(1, ${each}) n`)
    await sql.unsafe(`
      update public.${table} set status = 'inactive'
      where name like '%0' and status <> 'inactive'`)
  }
  await sql`
    insert into public.security_audit_log (account_id, user_id, action, resource_type, resource_id)
    select s.account_id, s.created_by, 'record_viewed', 'system', s.id from public.systems s where s.name like '%00'`
  const [{ count }] = await sql`
    select (
      (select count(*) from public.systems) + (select count(*) from public.solutions)
        + (select count(*) from public.agents) + (select count(*) from public.automations)
    )::int as count`
  return count
}
