import { id, type LargeAccount } from '@cairn/testing/large-account'
import type postgres from 'postgres'

/** The number of rows of every account. */
const EACH = {
  members: 5,
  systems: 500,
  experts: 100,
  solutions: 50,
  agents: 50,
  automations: 50,
  articles: 20,
  history: 500,
  notifications: 100,
  audit: 100,
  invitations: 5,
} as const

/** Tables whose indexes are worth rebuilding after a great many rows. */
const LARGE = [
  'private.records',
  'public.record_history',
  'public.knowledge_articles',
  'private.own_values',
  'public.relations',
]

/**
 * The sender of the requests: the first member of the first account, its admin; with one of their systems and
 * everything around it.
 */
export type Reader = LargeAccount

/** A statement for each table. `a` is the number of the account, `n` counts within it. */
const INSERTS = [
  `insert into public.accounts (id, name) select ${id('account', 'a')}, 'Account ' || a from accounts`,
  `insert into public.profiles (id, email, name, account_id, permission_level, job_role)
    select ${id('person', "a || '.' || n")}, 'p' || n || '@a' || a || '.example', 'Person ' || a || '.' || n,
      ${id('account', 'a')}, case n when 1 then 'admin' else 'user' end, 'Analyst'
    from accounts, generate_series(1, ${EACH.members}) n`,
  `insert into public.account_members (account_id, user_id, role, permission_level, department)
    select ${id('account', 'a')}, ${id('person', "a || '.' || n")}, case n when 1 then 'owner' else 'member' end,
      case n when 1 then 'admin' else 'user' end, 'Finance'
    from accounts, generate_series(1, ${EACH.members}) n`,
  `insert into public.app_features (account_id, feature_name, enabled) select ${id('account', 'a')}, 'agents', true from accounts`,
  `insert into public.systems (id, account_id, name, description, status, owner_id, created_by, updated_at)
    select ${id('system', "a || '.' || n")}, ${id('account', 'a')},
      (array['Ledger', 'Payroll', 'Portal', 'Archive', 'Gateway'])[1 + n % 5] || ' ' || n,
      'Keeps what the ' || (array['finance', 'sales', 'support', 'legal'])[1 + n % 4] || ' team needs at hand',
      case when n % 3 = 0 then 'inactive' else 'active' end,
      ${id('person', "a || '.' || (1 + n % 5)")}, ${id('person', "a || '.' || (1 + n % 5)")}, now() - n * interval '1 hour'
    from accounts, generate_series(1, ${EACH.systems}) n`,
  `insert into public.record_experts (account_id, kind, record_id, expert_id)
    select ${id('account', 'a')}, 'system', ${id('system', "a || '.' || n")},
      ${id('person', "a || '.1'")}
    from accounts, generate_series(1, ${EACH.experts}) n`,
  `insert into public.solutions (id, account_id, name, description, related_systems, created_by)
    select ${id('solution', "a || '.' || n")}, ${id('account', 'a')}, 'Solution ' || n, 'Made in-house',
      array[${id('system', "a || '.' || n")}], ${id('person', "a || '.1'")}
    from accounts, generate_series(1, ${EACH.solutions}) n`,
  `insert into public.agents (id, account_id, name, platform, created_by)
    select ${id('agent', "a || '.' || n")}, ${id('account', 'a')}, 'Agent ' || n, 'OpenAI', ${id('person', "a || '.1'")}
    from accounts, generate_series(1, ${EACH.agents}) n`,
  `insert into public.automations (id, account_id, name, source, status, created_by)
    select ${id('automation', "a || '.' || n")}, ${id('account', 'a')}, 'Automation ' || n, 'Zapier', 'active',
      ${id('person', "a || '.1'")}
    from accounts, generate_series(1, ${EACH.automations}) n`,
  `insert into public.knowledge_articles (account_id, title, excerpt, content, author_id, system_id, updated_at)
    select ${id('account', 'a')}, 'How to ' || n, 'In short', 'At length', ${id('person', "a || '.1'")},
      ${id('system', "a || '.' || n")}, now() - n * interval '1 day'
    from accounts, generate_series(1, ${EACH.articles}) n`,
  `insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at)
    select ${id('account', 'a')}, 'system', ${id('system', "a || '.' || (1 + n % 100)")}, 'Ledger', 'updated', 'status',
      '"active"', '"inactive"', ${id('person', "a || '.1'")}, now() - n * interval '1 hour'
    from accounts, generate_series(1, ${EACH.history}) n`,
  `insert into public.notifications
      (account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, in_app, mail_due)
    select ${id('account', 'a')}, ${id('person', "a || '.1'")}, n, 'record_changed', ${id('person', "a || '.2'")}, 'system',
      ${id('system', "a || '.' || n")}, 'Ledger', true, false
    from accounts, generate_series(1, ${EACH.notifications}) n`,
  `insert into public.security_audit_log (account_id, user_id, action, resource_type, created_at)
    select ${id('account', 'a')}, ${id('person', "a || '.' || (1 + n % 5)")},
      (array['login_successful', 'permission_updated', 'failed_login'])[1 + n % 3], 'user_account', now() - n * interval '6 hours'
    from accounts, generate_series(1, ${EACH.audit}) n`,
  `insert into public.pending_invitations (account_id, email, name, invitation_token, invited_by)
    select ${id('account', 'a')}, 'i' || n || '@b' || a || '.example', 'Invited ' || n,
      md5('token ' || a || '.' || n), ${id('person', "a || '.1'")}
    from accounts, generate_series(1, ${EACH.invitations}) n`,
]

/** Adds accounts with everything in them, from one number to another, directly in the database without triggers. */
export async function addAccounts(
  sql: postgres.Sql,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const putBack = await setAsideIndexes(sql)
  for (const insert of INSERTS) {
    await sql.begin(async (tx) => {
      await tx.unsafe('set local session_replication_role = replica; set local synchronous_commit = off')
      await tx.unsafe(
        insert.replace(
          /^(.*?\))\s*select/s,
          `$1 with accounts (a) as (select generate_series(${from}, ${to})) select`,
        ),
      )
    })
  }
  await putBack()
  await sql`vacuum (analyze)`
}

/**
 * Drops the indexes of large tables that enforce no rule; the returned function rebuilds them, which is quicker in the
 * end.
 */
export async function setAsideIndexes(sql: postgres.Sql): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any (${LARGE}::regclass[]) and not i.indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    await sql`set maintenance_work_mem = '256MB'`
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

/** Adds systems to an account up to a total number. */
export async function fillAccount(sql: postgres.Sql, { accountId }: Reader, systems: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.systems (account_id, name, updated_at)
      select ${accountId}, 'Register ' || n, now() - n * interval '1 minute'
      from generate_series(${EACH.systems}::int + 1, ${systems}::int) n`
    await tx`select private.recount_account(${accountId})`
  })
  await sql`vacuum (analyze)`
}

/** The reader whose requests are measured. */
export async function firstReader(sql: postgres.Sql): Promise<Reader> {
  const [row] = await sql.unsafe<[Reader]>(
    `select ${id('person', "'1.1'")} as "personId", ${id('account', "'1'")} as "accountId",
      ${id('system', "'1.1'")} as "systemId"`,
  )
  return row
}

/** The number of systems of an account, which stays the same while the table grows. */
export const SYSTEMS_OF_AN_ACCOUNT = EACH.systems
