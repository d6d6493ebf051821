import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { notificationsOf, told } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // The notifications from the arrangement of the cast are not under test.
  await stage.admin`delete from public.notifications`
})
afterAll(() => stage?.close())

const COLLEAGUE = { id: ID.colleague }
const rename = (id: string, name: string) => `update public.systems set name = '${name}' where id = '${id}'`
async function prefer(person: string, preferences: string): Promise<void> {
  await stage.admin`
    insert into public.notification_preferences (user_id) values (${person}) on conflict (user_id) do nothing`
  await stage.admin.unsafe(
    `update public.notification_preferences set ${preferences} where user_id = '${person}'`,
  )
}

describe('preferences', () => {
  const expert = `insert into public.system_experts (system_id, expert_id) values ('${ID.ledger}', '${ID.colleague}')`
  const change = rename(ID.ledger, 'Book')
  const remove = `delete from public.systems where id = '${ID.ledger}'`
  /** The notifications about the manager's statements that are due to be mailed. */
  const mailed = (...statements: string[]) =>
    stage.as('manager', async (tx) => {
      for (const statement of statements) await tx.unsafe(statement)
      await become(tx, 'service')
      return (
        await tx<{ kind: string }[]>`
          select kind from public.notifications where user_id = ${ID.colleague} and mail_due`
      ).map(({ kind }) => kind)
    })

  it('[DATA-38] push off: nothing is kept in the app, and mails go on', async () => {
    await prefer(ID.colleague, 'push = false, email = true, mentions = true')
    expect(await told(stage, COLLEAGUE, 'manager', expert, change, remove)).toEqual([])
    expect(await mailed(expert, remove)).toEqual(['expert_assigned', 'record_deleted'])
  })

  it('email off: nothing is mailed, and the list is filled all the same', async () => {
    await prefer(ID.colleague, 'push = true, email = false, mentions = true')
    expect((await told(stage, COLLEAGUE, 'manager', expert)).map(({ kind }) => kind)).toContain(
      'expert_assigned',
    )
    expect(await mailed(expert, remove)).toEqual([])
  })

  it('mentions off: becoming expert or owner counts for neither', async () => {
    await prefer(ID.colleague, 'push = true, email = true, mentions = false')
    expect((await told(stage, COLLEAGUE, 'manager', expert)).map(({ kind }) => kind)).not.toContain(
      'expert_assigned',
    )
    expect(await mailed(expert)).toEqual([])
  })

  it('a mere change of a record is never mailed', async () => {
    await prefer(ID.colleague, 'push = true, email = true, mentions = true')
    expect(await told(stage, COLLEAGUE, 'manager', change)).toHaveLength(1)
    expect(await mailed(change)).toEqual([])
  })

  it('[CALL-50] are saved with the server’s time, whatever the browser sends', async () => {
    const [saved] = await stage.as(
      'viewer',
      (tx) => tx`
        insert into public.notification_preferences (user_id, push, updated_at) values (${ID.viewer}, false, '2001-01-01')
        returning email, push, mentions, weekly_digest, updated_at = now() as just_now`,
    )
    expect(saved).toEqual({ email: true, push: false, mentions: true, weekly_digest: false, just_now: true })
  })
})

describe('a muted record', () => {
  const change = rename(ID.ledger, 'Book')
  const remove = `delete from public.systems where id = '${ID.ledger}'`
  const expert = `insert into public.system_experts (system_id, expert_id) values ('${ID.ledger}', '${ID.colleague}')`
  const kinds = async (...statements: string[]) =>
    (await told(stage, COLLEAGUE, 'manager', ...statements)).map(({ kind }) => kind)

  it('tells of no changes, and all the same that it is theirs or gone', async () => {
    await prefer(ID.colleague, 'push = true, email = true, mentions = true')
    expect(await kinds(expert, change)).toEqual(['record_changed', 'expert_assigned'])
    await stage.admin`
      insert into public.inbox_mutes (account_id, user_id, record_kind, record_id)
      values (${ID.acme}, ${ID.colleague}, 'system', ${ID.ledger})`
    expect(await kinds(expert, change, remove)).toEqual(['record_deleted', 'expert_assigned'])
  })
})

describe('the list', () => {
  const changes = (names: readonly string[]) =>
    names.map((name) => `update public.systems set description = '${name}' where name = '${name}'`)

  /** Adds many notifications, one transaction each, so that they count as sent one after the other. */
  async function arrangeMany(count: number): Promise<void> {
    await stage.admin`delete from public.notifications where user_id = ${ID.viewer}`
    await stage.admin`
      insert into public.notifications (account_id, user_id, number, kind, in_app, mail_due, created_at)
      select ${ID.acme}, ${ID.viewer}, n, 'level_changed', true, false, now() - interval '1 hour'
      from generate_series(1, ${count}::integer) n`
  }
  const raise = `update public.account_members set permission_level = 'user' where user_id = '${ID.viewer}'`

  it('counts what is unread, and marks one or all as read, by the server’s clock', async () => {
    await arrangeMany(3)
    const seen = await stage.as('viewer', async (tx) => {
      const count = async () => (await tx`select public.unread_notification_count() as n`)[0]?.['n']
      const before = await count()
      const [one] = await tx`
        update public.notifications set read_at = '2001-01-01' where number = 2 returning read_at = now() as by_clock`
      const between = await count()
      const [all] = await tx`select public.mark_all_notifications_read() as n`
      return [before, one?.['by_clock'], between, all?.['n'], await count()]
    })
    expect(seen).toEqual([3, true, 2, 2, 0])
  })

  it('[OPEN-02] shows only what is unread on request', async () => {
    await arrangeMany(3)
    await stage.admin`update public.notifications set read_at = now() where user_id = ${ID.viewer} and number = 2`
    const unread = await stage.as(
      'viewer',
      (tx) => tx<{ number: string }[]>`select number from public.get_my_notifications(unread_only => true)`,
    )
    expect(unread.map(({ number }) => number)).toEqual(['3', '1'])
  })

  it('is read in pages, and of two with one number neither is lost between them', async () => {
    await arrangeMany(5)
    await stage.admin`update public.notifications set number = 4 where user_id = ${ID.viewer} and number = 3`
    const pages = await stage.as('viewer', async (tx) => {
      const page = (number: string | null, id: string | null) => tx<{ number: string; id: string }[]>`
        select number, id from public.get_my_notifications(2, ${number}, ${id})`
      const first = await page(null, null)
      const last = first[1]
      return [...first, ...(await page(last?.number ?? null, last?.id ?? null))]
    })
    expect(pages.map(({ number }) => number)).toEqual(['5', '4', '4', '2'])
    expect(new Set(pages.map(({ id }) => id)).size).toBe(4)
  })

  it('holds 500: the next one takes the place of the first', async () => {
    await arrangeMany(500)
    await stage.as('admin', (tx) => tx.unsafe(raise), { keep: true })
    const [held] = await stage.admin`
      select count(*)::integer as held, min(number)::integer as first from public.notifications where user_id = ${ID.viewer}`
    expect(held).toEqual({ held: 500, first: 2 })
  })

  it('grows by one line in one act, however many records it changes, and however many statements it takes', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Server ${index}`)
    await stage.admin`
      insert into public.systems (account_id, name, created_by)
      select ${ID.acme}, name, ${ID.user} from unnest(string_to_array(${names.join(',')}, ',')) as name`
    const line = { kind: 'record_changed', record_kind: 'system', record_id: null, record_name: null }
    const all30 = [{ ...line, payload: { fields: ['description'], amount: 30 } }]
    expect(await told(stage, 'user', 'manager', ...changes(names))).toMatchObject(all30)
    const same = `update public.systems set description = 'all' where name like 'Server%'`
    const more = `update public.systems set status = 'maintenance' where name like 'Server%'`
    expect(await told(stage, 'user', 'manager', same)).toMatchObject(all30)
    expect(await told(stage, 'user', 'manager', same, more)).toMatchObject([
      { ...line, payload: { fields: ['description', 'status'], amount: 30 } },
    ])
    await stage.admin`delete from public.systems where name like 'Server%'`
  })
})

describe('an act on many records', () => {
  const NAMES = Array.from({ length: 30 }, (_, index) => `Server ${index}`)
  beforeAll(async () => {
    await stage.admin`
      insert into public.systems (account_id, name)
      select ${ID.acme}, name from unnest(string_to_array(${NAMES.join(',')}, ',')) as name`
    await stage.admin`delete from public.notifications`
  })
  const give = `update public.systems set owner_id = '${ID.viewer}' where name like 'Server%'`
  const line = { record_kind: 'system', record_id: null, record_name: null, actor_name: 'Mia Manager' }

  it('tells the new owner once, and says how many', async () => {
    expect(await told(stage, 'viewer', 'manager', give)).toMatchObject([
      { ...line, kind: 'owner_assigned', payload: { amount: 30 } },
    ])
  })

  it('tells of one record by its name', async () => {
    const one = `update public.systems set owner_id = '${ID.viewer}' where name = 'Server 1'`
    expect(await told(stage, 'viewer', 'manager', one)).toMatchObject([
      { kind: 'owner_assigned', record_name: 'Server 1', payload: { fields: ['owner_id'] } },
    ])
  })

  it('of two kinds tells once of each', async () => {
    const agents = `update public.agents set owner_id = '${ID.viewer}' where id = '${ID.helper}'`
    expect(await told(stage, 'viewer', 'manager', give, agents)).toMatchObject([
      { kind: 'owner_assigned', record_kind: 'agent', record_name: 'Helper' },
      { ...line, kind: 'owner_assigned', payload: { amount: 30 } },
    ])
  })

  it('tells experts, and the owner of what was deleted, once', async () => {
    const experts = `
      insert into public.system_experts (system_id, expert_id)
      select s.id, '${ID.viewer}' from public.systems s where s.name like 'Server%'`
    expect(await told(stage, 'viewer', 'manager', experts)).toMatchObject([
      { ...line, kind: 'expert_assigned', payload: { amount: 30 } },
    ])
    const remove = `delete from public.systems where name like 'Server%'`
    expect(await told(stage, 'viewer', 'manager', give, remove)).toMatchObject([
      { ...line, kind: 'record_deleted', payload: { amount: 30 } },
      { ...line, kind: 'owner_assigned', payload: { amount: 30 } },
    ])
  })

  it('and the next act gets a separate line', async () => {
    const acts = async (keep: boolean) =>
      stage.as(
        'manager',
        async (tx) => {
          await tx.unsafe(
            `update public.systems set description = clock_timestamp()::text where name like 'Server%'`,
          )
          return notificationsOf(tx, 'viewer')
        },
        { keep },
      )
    await stage.as('manager', (tx) => tx.unsafe(give), { keep: true })
    await acts(true)
    expect((await acts(false)).map(({ kind }) => kind)).toEqual([
      'record_changed',
      'record_changed',
      'owner_assigned',
    ])
    await stage.admin`delete from public.systems where name like 'Server%'`
  })
})
