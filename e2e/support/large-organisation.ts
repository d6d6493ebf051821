import { fillLargeAccount, id, type LargeAccount, MEMBERS } from '@cairn/testing/large-account'
import { givePasswords } from '@cairn/testing/people'
import type { PreparedCluster } from '@cairn/testing/prepared-cluster'
import { MIGRATED_CLUSTER } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { test as base } from './test.ts'

/** The account of a larger company, with its admin to sign in as. */
export interface LargeOrganisation extends Omit<LargeAccount, 'personId'> {
  admin: { id: string; email: string }
  /** The id of the person with the longest possible name. */
  longNamedId: string
}

const SIZE = { system: 1_200, solution: 600, agent: 600, automation: 600, binned: 300 }
const INVITED = 30

/** The longest possible name once its number is added, without a space to break it at. */
const LONG_NAME = 'Personalabrechnungszwischenspeicher'.repeat(4).slice(0, 116)
/** A name as people write it to be understood. */
const WORDY_NAME = 'Register of delivery notes and returns for the warehouses in the north'
const LONG_DESCRIPTION = `${'Collects what every site reports and passes it on in the evening. '.repeat(3)}See the handbook.`

const nameIn = (column: string) => `
  case when n % 25 = 3 then '${LONG_NAME}' || lpad(n::text, 4, '0') when n % 5 = 2 then '${WORDY_NAME} ' || n else r.${column} end`

/** Returns the SQL for the details of a kind's records, beside those of every large account. */
const detailsOf = (kind: keyof typeof SIZE, statuses: readonly string[], more = '') => `
  update public.${kind}s r
  set
    name = ${nameIn('name')},
    description = case n % 3 when 0 then '' when 1 then r.description else '${LONG_DESCRIPTION}' end,
    status = (array['${statuses.join("', '")}'])[1 + n % ${statuses.length}],
    updated_by = ${id('person', `n % ${MEMBERS}`)}
    ${more}
  from generate_series(1, ${SIZE[kind]}) n
  where r.id = ${id(kind, 'n')}`

const LINKS = [
  `insert into public.solution_agents (account_id, solution_id, agent_id)
    select ${id('account', "'1'")}, ${id('solution', 'n')}, ${id('agent', 'n')} from generate_series(1, 600, 3) n`,
  `insert into public.solution_automations (account_id, solution_id, automation_id)
    select ${id('account', "'1'")}, ${id('solution', 'n')}, ${id('automation', 'n')} from generate_series(1, 600, 4) n`,
]

const INVITATIONS = [
  `insert into public.pending_invitations (id, account_id, email, name, invited_by, invitation_token)
    select ${id('invitation', 'n')}, ${id('account', "'1'")}, 'invited' || n || '@large.example', 'Invited Sample ' || n,
      ${id('person', "'1'")}, md5('token ' || n)
    from generate_series(1, ${INVITED}) n`,
  `update public.systems r set owner_id = null, invited_owner_id = ${id('invitation', 'n')}
    from generate_series(1, ${INVITED}) n where r.id = ${id('system', 'n * 7')}`,
]

const PEOPLE = [
  `insert into public.account_domains (domain, account_id) values ('a.example', ${id('account', "'1'")})`,
  `update public.profiles p
    set name = case
      when n % 40 = 39 then '${LONG_NAME}'
      else (array['Ana', 'Ben', 'Cleo', 'Dan', 'Eva'])[1 + n / 5 % 5] || ' '
        || (array['Sample', 'Example', 'Specimen', 'Placeholder', 'Model'])[1 + n % 5] || ' ' || n
      end
    from generate_series(0, ${MEMBERS - 1}) n where p.id = ${id('person', 'n')}`,
  `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select id, email, now(), jsonb_build_object('name', name) from public.profiles`,
]

const DETAILS = [
  detailsOf('system', ['active', 'inactive', 'deprecated']),
  detailsOf(
    'solution',
    ['active', 'inactive', 'development', 'deprecated'],
    `, related_systems = array[${id('system', 'n')}], use_cases = '{Answer a complaint,Prepare a visit}'`,
  ),
  detailsOf('agent', ['active', 'training', 'inactive'], `, last_used = now() - n * interval '1 hour'`),
  detailsOf('automation', ['active', 'inactive'], `, last_run = now() - n * interval '3 hours'`),
]

/** The Postgres of a server with a large account. */
const LARGE_CLUSTER: PreparedCluster = {
  name: 'large',
  madeFrom: [
    ...MIGRATED_CLUSTER.madeFrom,
    'packages/testing/src/large-account.ts',
    'packages/testing/src/people.ts',
    'e2e/support/large-organisation.ts',
  ],
  async fill(admin) {
    await MIGRATED_CLUSTER.fill(admin)
    const sql = postgres({ ...admin, ssl: false, max: 1, onnotice: () => {} })
    const { accountId } = await fillLargeAccount(sql, SIZE)
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      for (const statement of [...PEOPLE, ...INVITATIONS, ...DETAILS, ...LINKS]) await tx.unsafe(statement)
    })
    await givePasswords(sql)
    await sql`select private.recount_account(${accountId})`
    await sql`vacuum (analyze)`
    await sql.end()
  },
}

/**
 * The fixture for journeys in an account of 200 members and 3,000 records. The account is made once and kept; workers
 * that run such a journey start their server on a copy, all others do without.
 */
export const largeTest = base.extend<{ largeOrganisation: LargeOrganisation }>({
  prepared: [async ({ browserName: _browser }, use) => use(LARGE_CLUSTER), { scope: 'worker' }],
  async largeOrganisation({ cairn }, use) {
    const [found] = await cairn.database.unsafe<[LargeAccount & { email: string; longNamedId: string }]>(`
      select a.id as "accountId", p.id as "personId", p.email, ${id('system', "'1'")} as "systemId",
        ${id('system', "'3'")} as "longNamedId"
      from public.accounts a
      join public.profiles p on p.account_id = a.id
      where a.id = ${id('account', "'1'")} and p.id = ${id('person', "'1'")}`)
    const { accountId, systemId, longNamedId, personId, email } = found
    await use({ accountId, systemId, longNamedId, admin: { id: personId, email } })
  },
})
