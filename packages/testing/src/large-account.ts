import type postgres from 'postgres'

const KINDS = {
  system: { more: '', values: '' },
  solution: { more: '', values: '' },
  agent: { more: ', platform', values: ", 'OpenAI'" },
  automation: { more: ', source', values: ", 'Zapier'" },
} as const
type Kind = keyof typeof KINDS

/** The number of records in a large account, and of those in its bin. */
export interface AccountSize extends Record<Kind, number> {
  binned: number
}

/** The account, and the admin who sends the requests. */
export interface LargeAccount {
  personId: string
  accountId: string
  /** A system of the account, with everything around it. */
  systemId: string
}

export const MEMBERS = 200
/** Members who have not been seen for long. */
const NOT_SEEN = 10
/** The number of records among which one has the gap. */
const ONE_WITHOUT_OWNER_IN = 50
const ONE_LEFT_IN = 200
const ONE_HANDED_OVER_IN = 100
const ONE_WITHOUT_EXPERT_IN = 5
const DAYS_OF_HISTORY = 700
const DAYS_IN_BIN = 60

/** The ID of a thing of a kind: the same at each size. */
export const id = (what: string, number: string) => `md5('${what} ' || ${number})::uuid`

const ACCOUNT = id('account', "'1'")
const person = (number: string) => id('person', number)
/** Owners are spread over all members, independently of other values that depend on the number; names are too. */
const owner = `case when n % ${ONE_WITHOUT_OWNER_IN} <> 0 then ${person(`(hashint4(n) & 2147483647) % ${MEMBERS}`)} end`
const when = (days: number, count: number) => `now() - n * interval '${days} days' / ${count}`

const PEOPLE = [
  `insert into public.accounts (id, name) values (${ACCOUNT}, 'Example Ltd')`,
  `insert into public.profiles (id, email, name, account_id, permission_level, job_role)
    select ${person('n')}, 'p' || n || '@a.example', 'Person ' || n, ${ACCOUNT}, case n when 1 then 'admin' else 'user' end, 'Analyst'
    from generate_series(0, ${MEMBERS - 1}) n`,
  `insert into public.account_members (account_id, user_id, role, permission_level, department, created_at)
    select ${ACCOUNT}, ${person('n')}, case n when 1 then 'owner' else 'member' end,
      case n when 1 then 'admin' else 'user' end, 'Finance',
      case when n >= ${MEMBERS - NOT_SEEN} then now() - interval '100 days' else now() end
    from generate_series(0, ${MEMBERS - 1}) n`,
]

/** A statement for each table in which a record has rows. */
const rowsOf = (kind: Kind, count: number): string[] => {
  const { more, values } = KINDS[kind]
  const record = id(kind, 'n')
  const all = `from generate_series(1, ${count}) n`
  return [
    `insert into public.${kind}s (id, account_id, name, description, owner_id, created_by, created_at, updated_at${more})
      select ${record}, ${ACCOUNT}, (array['Ledger', 'Payroll', 'Portal', 'Archive', 'Gateway'])[1 + (hashint4(-n) & 2147483647) % 5] || ' ' || n,
        'Keeps what the ' || (array['finance', 'sales', 'support', 'legal'])[1 + n % 4] || ' team needs at hand', ${owner},
        ${person('1')}, ${when(DAYS_OF_HISTORY, count)}, ${when(DAYS_OF_HISTORY, count)}${values} ${all}`,
    `insert into public.record_experts (account_id, kind, record_id, expert_id)
      select ${ACCOUNT}, '${kind}', ${record}, ${person(`(1 + (hashint4(n) & 2147483647)) % ${MEMBERS}`)} ${all}
      where n % ${ONE_WITHOUT_EXPERT_IN} <> 0`,
    `insert into public.departed_owners (account_id, kind, record_id, person_id, person_name)
      select ${ACCOUNT}, '${kind}', ${record}, ${person("'left'")}, 'Lea Left' ${all} where n % ${ONE_LEFT_IN} = 0`,
    `insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      select ${ACCOUNT}, '${kind}', ${record}, 'owner', 'Lea Left', ${person('2')} ${all} where n % ${ONE_HANDED_OVER_IN} = 1`,
    `insert into public.record_history (account_id, kind, record_id, record_name, action, changed_by, changed_at)
      select ${ACCOUNT}, '${kind}', ${record}, 'Ledger', 'created', ${person('1')}, ${when(DAYS_OF_HISTORY, count)} ${all}`,
    `insert into public.record_history
        (account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at)
      select ${ACCOUNT}, '${kind}', ${record}, 'Ledger', 'updated', 'owner_id', null, to_jsonb(${owner}), ${person('1')},
        ${when(DAYS_OF_HISTORY, count)} + interval '1 minute'
      ${all} where n % 10 = 1`,
  ]
}

const binOf = (count: number) => [
  `insert into public.binned_records (account_id, kind, record_id, name, record, deleted_by, deleted_at)
    select ${ACCOUNT}, 'system', ${id('binned', 'n')}, 'Retired ' || n,
      jsonb_build_object(
        'id', ${id('binned', 'n')}, 'account_id', ${ACCOUNT}, 'name', 'Retired ' || n, 'description', 'Not needed any more',
        'owner_id', ${person('2')}, 'status', 'active', 'created_at', now() - interval '${DAYS_OF_HISTORY} days'
      ),
      ${person('1')}, ${when(DAYS_IN_BIN, count)}
    from generate_series(1, ${count}) n`,
  `insert into public.record_history (account_id, kind, record_id, record_name, action, changed_by, changed_at)
    select ${ACCOUNT}, 'system', ${id('binned', 'n')}, 'Retired ' || n, 'deleted', ${person('1')}, ${when(DAYS_IN_BIN, count)}
    from generate_series(1, ${count}) n`,
]

/**
 * Creates an account of 200 members with every gap, directly in the database; returns its admin. Its members cannot
 * sign in yet.
 */
export async function fillLargeAccount(
  sql: postgres.Sql,
  { binned, ...records }: AccountSize,
): Promise<LargeAccount> {
  const rows = [
    ...rowsOf('system', records.system),
    ...rowsOf('solution', records.solution),
    ...rowsOf('agent', records.agent),
    ...rowsOf('automation', records.automation),
  ]
  for (const insert of [...PEOPLE, ...rows, ...binOf(binned)]) {
    await sql.begin(async (tx) => {
      // History and notifications are skipped, which would take longer than all the rest.
      await tx`set local session_replication_role = replica`
      await tx`set local synchronous_commit = off`
      await tx.unsafe(insert)
    })
  }
  const [account] = await sql.unsafe<[LargeAccount]>(
    `select ${person("'1'")} as "personId", ${ACCOUNT} as "accountId", ${id('system', "'1'")} as "systemId"`,
  )
  return account
}
