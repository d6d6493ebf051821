import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { confirmPerson, type Person } from './cast.ts'
import { newcomers } from './newcomers.ts'
import type { Stage } from './stage.ts'

export const COVERED = { records: z.number(), with_owner: z.number(), with_second: z.number() }
const covered = z.object(COVERED)
export type Covered = z.infer<typeof covered>

const KINDS = ['system', 'solution', 'agent', 'automation'] as const
type Kind = (typeof KINDS)[number]

interface RunOptions {
  seed: number
  weeks: number
  /** The number of weeks after which a member looks at the coverage. */
  readEvery: number
}

/** Simulates weeks full of changes in a separate account, and counts its records at the end of each. */
export async function coverageRun(stage: Stage, { seed, weeks, readEvery }: RunOptions) {
  const account = await arrangeAccount(stage)
  const acts = createActs(stage, account, createChance(seed))
  const told = () =>
    stage
      .as(account.founder, (tx) => tx`select public.get_coverage() as answer`, { keep: true })
      .then(([row]) => row?.['answer'])
  const counted: Covered[] = []
  for (let week = 1; week <= weeks; week++) {
    if (week === 1) for (const kind of KINDS) await acts.create(kind)
    for (let n = 0; n < 9; n++) await acts.any()
    counted.push(
      await count(
        stage,
        account.id,
        `date_trunc('week', now() at time zone 'utc') at time zone 'utc' + interval '7 days'`,
      ),
    )
    await passWeek(stage, account.id)
    if (week % readEvery === 0) await told()
  }
  for (let n = 0; n < 9; n++) await acts.any()
  return { account: account.id, counted, told, now: await count(stage, account.id, 'now()') }
}

interface Account {
  id: string
  domain: string
  founder: { id: string }
}

async function arrangeAccount(stage: Stage): Promise<Account> {
  const account = { id: randomUUID(), domain: `${randomUUID()}.test`, founder: { id: randomUUID() } }
  await stage.admin`insert into public.accounts (id, name) values (${account.id}, 'Weeks')`
  await stage.admin`insert into public.account_domains (domain, account_id) values (${account.domain}, ${account.id})`
  await stage.admin`insert into public.app_features (account_id, feature_name, enabled) values (${account.id}, 'agents', true)`
  await join(stage, account, account.founder.id)
  await stage.admin`
    update public.account_members set permission_level = 'admin' where user_id = ${account.founder.id}`
  return account
}

async function join(stage: Stage, { domain }: Account, id: string = randomUUID()): Promise<void> {
  await confirmPerson(stage.admin, { id, email: `${id}@${domain}`, metadata: { name: `Person ${id}` } })
}

/** The counts of an observer who does not know the history. */
async function count(stage: Stage, account: string, moment: string): Promise<Covered> {
  const [row] = await stage.admin.unsafe(`
    select count(*)::integer as records,
      count(*) filter (where r.owner_id is not null or exists (
        select from public.pending_invitations i
        where i.id = r.invited_owner_id and i.accepted_at is null and i.declined_at is null
          and i.expires_at > ${moment}
      ))::integer as with_owner,
      count(*) filter (where exists (
        select from public.record_experts e
        where e.kind = r.kind and e.record_id = r.id and e.expert_id is distinct from r.owner_id
      ))::integer as with_second
    from (${KINDS.map(
      (kind) => `select '${kind}' as kind, id, account_id, owner_id, invited_owner_id from public.${kind}s`,
    ).join(' union all ')}) r
    where r.account_id = '${account}'`)
  return covered.parse(row)
}

/** Moves everything in the account a week into the past. */
async function passWeek(stage: Stage, account: string): Promise<void> {
  await stage.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.record_history set changed_at = changed_at - interval '7 days' where account_id = ${account}`
    await tx`update public.binned_records set deleted_at = deleted_at - interval '7 days' where account_id = ${account}`
    // The update has two steps: a week must not collide with the one before it.
    await tx`update private.coverage_weeks set week = week - 70000 where account_id = ${account}`
    await tx`update private.coverage_weeks set week = week + 69993 where account_id = ${account}`
    await tx`
      update public.pending_invitations
      set created_at = created_at - interval '7 days', expires_at = expires_at - interval '7 days',
        accepted_at = accepted_at - interval '7 days', declined_at = declined_at - interval '7 days'
      where account_id = ${account}`
  })
}

/** Makes random numbers that are the same for the same seed. */
function createChance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** The possible acts on records and on their owners and experts. */
function createActs(stage: Stage, account: Account, chance: (below: number) => number) {
  const { arrangeInvitation, confirm, accept, tokenOf } = newcomers(() => stage)
  const { admin } = stage
  const asAdmin = (statement: string, actor: Person = account.founder) =>
    stage.as(actor, (tx) => tx.unsafe(statement), { keep: true })

  async function pick(statement: string): Promise<Record<string, string> | undefined> {
    const rows = await admin.unsafe(statement)
    return rows[chance(rows.length)]
  }
  const kind = (): Kind => KINDS[chance(4)] ?? 'system'
  const record = (of: Kind) =>
    pick(`select id from public.${of}s where account_id = '${account.id}' order by created_at, id`)
  const member = () =>
    pick(
      `select user_id as id from public.account_members where account_id = '${account.id}' order by created_at, id`,
    )
  const leaver = () =>
    pick(`select user_id as id from public.account_members
      where account_id = '${account.id}' and user_id <> '${account.founder.id}' order by created_at, id`)
  const binned = () =>
    pick(`select record_id as id from public.binned_records where account_id = '${account.id}' order by name`)
  const invitation = (open = 'and expires_at > now()') =>
    pick(`select id, email from public.pending_invitations
      where account_id = '${account.id}' and accepted_at is null and declined_at is null ${open} order by created_at`)

  /** A random person for the columns of owners. */
  async function owner(): Promise<string> {
    const [person, invited] = [await member(), await invitation()]
    const of = chance(4)
    if (of === 0) return 'owner_id = null, invited_owner_id = null'
    if (of === 1 && invited) return `invited_owner_id = '${invited['id']}'`
    return `owner_id = '${person?.['id']}'`
  }

  async function create(of: Kind): Promise<void> {
    const special = { system: '', solution: '', agent: `, platform`, automation: `, source` }[of]
    const value = { system: '', solution: '', agent: `, 'OpenAI'`, automation: `, 'Zapier'` }[of]
    await asAdmin(`insert into public.${of}s (name${special}) values ('${randomUUID()}'${value})`)
  }

  const acts: (() => Promise<unknown>)[] = [
    () => create(kind()),
    () => create(kind()),
    async () =>
      change(kind(), async (of, id) => `update public.${of}s set ${await owner()} where id = '${id}'`),
    async () =>
      change(kind(), async (of, id) => `update public.${of}s set ${await owner()} where id = '${id}'`),
    async () =>
      change(
        kind(),
        async (of, id) => `update public.${of}s set description = '${randomUUID()}' where id = '${id}'`,
      ),
    async () => change(kind(), knowing),
    async () => change(kind(), knowing),
    async () =>
      change(kind(), async (_, id) => `delete from public.record_experts where record_id = '${id}'`),
    async () => change(kind(), async (of, id) => `delete from public.${of}s where id = '${id}'`),
    async () => inBin((id) => `select public.restore_from_bin(array['${id}']::uuid[])`),
    async () => inBin((id) => `select public.restore_from_bin(array['${id}']::uuid[])`),
    async () => inBin((id) => `select public.purge_bin(array['${id}']::uuid[])`),
    () => join(stage, account),
    () => join(stage, account),
    async () => leaving((id) => asAdmin(`select public.remove_member('${id}')`)),
    async () => leaving((id) => admin`delete from auth.users where id = ${id}`),
    () => arrangeInvitation(`${randomUUID()}@guest.test`, { account: account.id, by: account.founder.id }),
    () => arrangeInvitation(`${randomUUID()}@guest.test`, { account: account.id, by: account.founder.id }),
    () => inviting(async ({ id, email }) => accept(await confirm(email), await tokenOf(id), email)),
    () =>
      inviting(({ id }) =>
        asAdmin(`update public.pending_invitations set declined_at = now() where id = '${id}'`),
      ),
    () => inviting(({ id }) => asAdmin(`select public.renew_invitation('${id}')`)),
    () =>
      inviting(({ id }) => admin`update public.pending_invitations set expires_at = now() where id = ${id}`),
    () => inviting(({ id }) => admin`delete from public.pending_invitations where id = ${id}`, ''),
  ]

  async function change(of: Kind, statement: (of: Kind, id: string) => Promise<string>): Promise<void> {
    const found = await record(of)
    if (found?.['id'] !== undefined) await asAdmin(await statement(of, found['id']))
  }
  async function knowing(of: Kind, id: string): Promise<string> {
    const person = await member()
    return `insert into public.record_experts (kind, record_id, expert_id)
      values ('${of}', '${id}', '${person?.['id']}') on conflict do nothing`
  }
  async function inBin(statement: (id: string) => string): Promise<void> {
    const found = await binned()
    if (found?.['id'] !== undefined) await asAdmin(statement(found['id']))
  }
  async function leaving(leave: (id: string) => PromiseLike<unknown>): Promise<void> {
    const found = await leaver()
    if (found?.['id'] !== undefined) await leave(found['id'])
  }
  async function inviting(
    answer: (found: { id: string; email: string }) => PromiseLike<unknown>,
    open?: string,
  ): Promise<void> {
    const found = await invitation(open)
    if (found?.['id'] !== undefined && found['email'] !== undefined)
      await answer({ id: found['id'], email: found['email'] })
  }

  return { create, any: async () => acts[chance(acts.length)]?.() }
}
