import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** A call that makes a secret which outlives the session, with its preparation. Answers in one column. */
interface Making {
  kind: string
  make: string
  before?: string
}

const NAMED = {
  token: '00000000-0000-4000-8000-0000000f0001',
  service: '00000000-0000-4000-8000-0000000f0002',
}
const FIRST = {
  token: `insert into public.api_tokens (id, owner_id, name, scopes, ending) values ('${NAMED.token}', '${ID.admin}', 'CI', '{systems:read}', 'abcd')`,
  service: `insert into public.service_accounts (id, name, owner_id) values ('${NAMED.service}', 'Robot', '${ID.admin}')`,
  serviceToken: `insert into public.api_tokens (id, service_account_id, name, scopes, ending) values ('${NAMED.token}', '${NAMED.service}', 'CI', '{systems:read}', 'abcd')`,
  webhook: `select public.create_webhook('Chat', 'https://chat.test/in', 'standard', '{record.created}')`,
  source: `select public.add_found_source('Scanner')`,
  heartbeat: `select public.give_heartbeat('automation', '${ID.reminders}')`,
  discovery: `select public.make_discovery_address()`,
  calendar: `select public.make_calendar_address()`,
}
const MADE: Making[] = [
  { kind: 'api_token', make: `public.make_api_token('CI', '{systems:read}', 365)` },
  { kind: 'api_token', make: `public.rotate_api_token('${NAMED.token}', 365)`, before: FIRST.token },
  {
    kind: 'api_token',
    make: `public.make_api_token('CI', '{systems:read}', 365, '${NAMED.service}')`,
    before: FIRST.service,
  },
  {
    kind: 'api_token',
    make: `public.rotate_api_token('${NAMED.token}', 365)`,
    before: `${FIRST.service}; ${FIRST.serviceToken}`,
  },
  { kind: 'webhook_secret', make: FIRST.webhook.slice('select '.length) },
  {
    kind: 'webhook_secret',
    make: `public.rotate_webhook_secret(current_setting('test.made')::uuid)`,
    before: FIRST.webhook,
  },
  {
    kind: 'webhook_address',
    make: `public.update_webhook(current_setting('test.made')::uuid, 'Chat', 'https://thief.test/in', '{record.created}')`,
    before: FIRST.webhook,
  },
  { kind: 'source_key', make: FIRST.source.slice('select '.length) },
  {
    kind: 'source_key',
    make: `public.renew_found_key(current_setting('test.made')::uuid)`,
    before: FIRST.source,
  },
  { kind: 'heartbeat_address', make: FIRST.heartbeat.slice('select '.length) },
  {
    kind: 'heartbeat_address',
    make: `public.rotate_heartbeat(current_setting('test.made')::uuid)`,
    before: FIRST.heartbeat,
  },
  { kind: 'discovery_address', make: FIRST.discovery.slice('select '.length) },
  { kind: 'discovery_address', make: FIRST.discovery.slice('select '.length), before: FIRST.discovery },
  { kind: 'calendar_address', make: FIRST.calendar.slice('select '.length) },
  {
    kind: 'calendar_address',
    make: `public.renew_calendar_address(current_setting('test.made')::uuid)`,
    before: FIRST.calendar,
  },
]
const CASES = MADE.map((making) => ({ ...making, what: `${making.make.split('(')[0]} (${making.kind})` }))

/** The tables that hold secrets, as text: a refused call must leave them alone. */
const SECRETS = [
  'private.token_secrets',
  'public.api_tokens',
  'public.webhooks',
  'private.webhook_secrets',
  'public.found_sources',
  'public.heartbeats',
  'private.discovery_addresses',
  'public.calendar_addresses',
  'private.made_secrets',
]

/** Runs the following statements of a transaction in the session of the admin. */
const act = (tx: Tx, more: object = {}) =>
  tx`
    select
      set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': '192.0.2.7' })}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: ID.admin, session_id: ID.admin, ...more })}, true)`

class RolledBack extends Error {}

/** Runs work in a transaction with everything that it needs, and rolls that back. */
async function arranged({ before }: Making, work: (tx: Tx) => Promise<void>): Promise<void> {
  await stage.admin
    .begin(async (tx) => {
      await act(tx)
      if (before?.startsWith('select'))
        await tx.unsafe(`select set_config('test.made', (${before}) ->> 'id', true)`)
      else if (before !== undefined) await tx.unsafe(before)
      await work(tx)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
}

/** The outcome of a call in a session that was proven so many minutes ago, and its effect on all secrets. */
async function attempt(making: Making, { minutes, claims = {} }: { minutes: number; claims?: object }) {
  const outcome: { error?: unknown; told?: unknown; left?: unknown; found?: unknown } = {}
  await arranged(making, async (tx) => {
    const look = async () => {
      const all = []
      for (const table of SECRETS) all.push(await tx.unsafe(`select t::text from ${table} t order by 1`))
      return JSON.stringify(all)
    }
    await tx`delete from private.made_secrets`
    await tx`
      update auth.mfa_amr_claims set updated_at = clock_timestamp() - make_interval(mins => ${minutes})
      where session_id = ${ID.admin}`
    outcome.found = await look()
    await act(tx, claims)
    try {
      await tx.savepoint(async (inner) => {
        await inner`set local role authenticated`
        await inner.unsafe(`select ${making.make} as made`)
      })
      await tx`reset role`
      outcome.told = await tx`select user_id, kind, host(address) as address from private.made_secrets`
    } catch (error) {
      outcome.error = error
    }
    outcome.left = await look()
  })
  return outcome
}

describe.each(CASES)('$what', (making) => {
  it('is refused to a session that was proven 11 minutes ago, and changes nothing', async () => {
    const { error, found, left } = await attempt(making, { minutes: 11 })
    expect(error).toMatchObject({ code: '42501', detail: 'reauthentication_needed' })
    expect(left).toBe(found)
  })

  it('is done for one that was proven 9 minutes ago, whose person is to be told', async () => {
    const { error, told } = await attempt(making, { minutes: 9 })
    expect(error).toBeUndefined()
    expect(told).toEqual([{ user_id: ID.admin, kind: making.kind, address: '192.0.2.7' }])
  })

  it('is refused to tokens and apps, whatever their scope and session', async () => {
    for (const claims of [{ scope: 'systems:write' }, { scope: '', client_id: ID.nobody }]) {
      const { error, found, left } = await attempt(making, { minutes: 1, claims })
      expect(error).toMatchObject({ code: '42501' })
      expect(left).toBe(found)
    }
  })

  it('is refused to a caller without a session', async () => {
    const { error } = await attempt(making, { minutes: 1, claims: { session_id: null } })
    expect(error).toMatchObject({ code: '42501', detail: 'reauthentication_needed' })
  })
})

/** Whether a secret of a kind opens or signs anything, by the answer of the call that made it. */
const WORKS: Record<string, string> = {
  api_token: `exists (select from private.token_secrets where hash = private.token_hash(made ->> 'token'))`,
  webhook_secret: `exists (select from private.webhook_secrets where secret = made ->> 'secret')`,
  webhook_address: `exists (select from public.webhooks where url like '%thief%' and paused is null)`,
  source_key: `exists (select from public.found_sources where key_hash = private.token_hash(made ->> 'key'))`,
  heartbeat_address: `exists (select from public.heartbeats where private.token_hash(made ->> 'token') in (token_hash, former_hash))`,
  calendar_address: `exists (select from public.calendar_addresses where token_hash = private.token_hash(made ->> 'token'))`,
  discovery_address: `exists (select from private.discovery_addresses where private.token_hash(made ->> 'token') in (token_hash, former_hash))`,
}

describe('the link of the mail', () => {
  it.each(CASES)('ends what $what made, though former programs are kept', async (making) => {
    const seen: unknown[] = []
    await arranged(making, async (tx) => {
      const [row] = await tx.unsafe(
        `select nullif(${making.make}::text, '') as made, clock_timestamp()::text as later`,
      )
      const look = async () => {
        const [found] = await tx.unsafe(
          `select ${WORKS[making.kind]} as works from (select '${row?.['made']}'::jsonb as made) given`,
        )
        seen.push(found?.['works'])
      }
      const undo = (since: string) => {
        const event = { user_id: ID.admin, reason: 'undone', keeps_former: true, since }
        return tx`select public.end_programs(${JSON.stringify(event)}::text::jsonb)`
      }
      await look()
      await undo(row?.['later'])
      await look()
      await undo('2000-01-01')
      await look()
    })
    expect(seen).toEqual([true, true, false])
  })
})

it('ends the secret of a webhook that the server has sealed by then', async () => {
  await arranged({ kind: '', make: '', before: FIRST.webhook }, async (tx) => {
    await tx`update private.webhook_secrets set sealed = 'sealed', secret = null`
    const event = { user_id: ID.admin, reason: 'undone', keeps_former: true, since: '2000-01-01' }
    await tx`select public.end_programs(${JSON.stringify(event)}::text::jsonb)`
    const [left] = await tx`
      select w.paused, s.sealed, s.secret like 'whsec_%' as is_new
      from public.webhooks w join private.webhook_secrets s on s.webhook_id = w.id
      where w.id = current_setting('test.made')::uuid`
    expect(left).toEqual({ paused: 'by_hand', sealed: null, is_new: true })
  })
})

describe('a person who signs out everywhere, or has a new password,', () => {
  it.each<[boolean | undefined, number]>([
    [false, 0],
    [undefined, 0],
    [true, 2],
  ])('and keeps programs: %s, has %i tokens that work', async (keeps, left) => {
    const making = { kind: '', make: '', before: FIRST.service }
    await arranged(making, async (tx) => {
      await tx`select public.make_api_token('CI', '{systems:read}', 30)`
      await tx`select public.make_api_token('Robot', '{systems:read}', 30, ${NAMED.service})`
      await act(tx, { sub: ID.user, session_id: ID.user })
      await tx`select public.make_api_token('Another', '{systems:read}', 30)`
      const event = { user_id: ID.admin, reason: 'logout', keeps_former: keeps, since: null }
      await tx`select public.end_programs(${JSON.stringify(event)}::text::jsonb)`
      const working = (person: string) => tx`
        select from private.token_secrets s join public.api_tokens t on t.id = s.token_id where t.created_by = ${person}`
      expect([(await working(ID.admin)).count, (await working(ID.user)).count]).toEqual([left, 2])
      const told = await tx`
        select details from public.security_audit_log where action = 'secrets_ended' and user_id = ${ID.admin}`
      expect(told.map(({ details }) => details)).toEqual(keeps ? [] : [{ secrets: 2, reason: 'logout' }])
    })
  })

  it('ends a token that is being made at this moment', async () => {
    const making = stage.admin.begin(async (tx) => {
      await act(tx)
      await tx`select public.make_api_token('In flight', '{systems:read}', 30)`
      const ending = stage.admin.begin(async (other) => {
        await other`delete from auth.sessions where id = ${ID.admin}`
        const event = { user_id: ID.admin, reason: 'logout', keeps_former: false, since: null }
        await other`select public.end_programs(${JSON.stringify(event)}::text::jsonb)`
        const left = await other`
          select from private.token_secrets s join public.api_tokens t on t.id = s.token_id where t.name = 'In flight'`
        expect(left).toHaveLength(0)
        throw new RolledBack()
      })
      await Promise.race([stage.untilWaiting(1), ending])
      return { ending }
    })
    const { ending } = await making
    await expect(ending).rejects.toBeInstanceOf(RolledBack)
    await stage.admin`delete from public.api_tokens where name = 'In flight'`
  })

  it('has none after an admin ended their sessions', async () => {
    await arranged({ kind: '', make: '' }, async (tx) => {
      await act(tx, { sub: ID.user, session_id: ID.user })
      await tx`select public.make_api_token('CI', '{systems:read}', 30)`
      await act(tx)
      await tx`select public.end_member_sessions(${ID.user})`
      expect(
        await tx`select from private.token_secrets s join public.api_tokens t on t.id = s.token_id where t.owner_id = ${ID.user}`,
      ).toHaveLength(0)
    })
  })
})

describe('the makers of secrets', () => {
  it('are notified once, of all secrets of one transaction in one mail', async () => {
    await arranged({ kind: '', make: '' }, async (tx) => {
      await tx`delete from private.made_secrets`
      for (const name of ['One', 'Two', 'Three'])
        await tx`select public.make_api_token(${name}, '{systems:read}', 30)`
      const take = () => tx`select user_id, kind, name, others, address from private.dequeue_made_secrets(1)`
      expect(await take()).toEqual([
        { user_id: ID.admin, kind: 'api_token', name: 'One', others: 2, address: '192.0.2.7' },
      ])
      expect(await take()).toEqual([])
    })
  })
})

it('knows each procedure whose answer has a secret', async () => {
  const procedures = await stage.admin<{ name: string }[]>`
    select p.proname as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and p.prosrc ~ ':= private\\.new_(api_token|webhook_secret|source_key|heartbeat_token)\\('
      and p.prosrc !~ 'private\\.require_recent_proof\\(\\)'`
  expect(procedures).toEqual([])
})
