import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const COUNTS = `
  select user_id, contribution_count as count from public.account_members
  where contribution_count > 0 order by user_id`
/** The expected figures: counted from the records. */
const COUNTED = `
  select m.user_id, count(*)::int as count
  from public.account_members m
  join (
    select account_id, created_by from public.systems
    union all select account_id, created_by from public.solutions
    union all select account_id, created_by from public.agents
    union all select account_id, created_by from public.automations
    union all select account_id, author_id from public.knowledge_articles
  ) r on r.account_id = m.account_id and r.created_by = m.user_id
  group by m.user_id order by m.user_id`

/** The shown figures: the rows' own plus the changes that they do not include yet. */
const SHOWN = `
  select user_id, contribution_count + private.left_contributions(user_id) as count from public.account_members
  where contribution_count + private.left_contributions(user_id) > 0 order by user_id`

const figures = async (sql: Pick<Stage['admin'], 'unsafe'>, query: string) =>
  (await sql.unsafe(query)).map((row) => [row['user_id'], row['count']])

/** Runs work as an actor and returns the figures of the people concerned, before and after. */
async function changed(actor: Actor, ...statements: string[]): Promise<Record<string, [number, number]>> {
  return stage.as(actor, async (tx) => {
    const counts = async () => {
      const rows = await tx<{ user_id: string; contribution_count: number }[]>`
        select user_id, contribution_count from public.account_members`
      return new Map(rows.map((row) => [row.user_id, row.contribution_count]))
    }
    const before = await counts()
    for (const statement of statements) await tx.unsafe(statement)
    const after = await counts()
    return Object.fromEntries(
      [...before].flatMap(([id, count]): [string, [number, number]][] => {
        const now = after.get(id) ?? 0
        return now === count ? [] : [[id, [count, now]]]
      }),
    )
  })
}

describe('[GAP-15] the contribution count', () => {
  it('is what the member created and still exists, of every kind', async () => {
    expect(await figures(stage.admin, COUNTS)).toEqual([
      [ID.user, 5],
      [ID.colleague, 6],
      [ID.rival, 5],
    ])
    expect(await figures(stage.admin, COUNTED)).toEqual(await figures(stage.admin, COUNTS))
  })

  it('rises with each created record, whether or not the member owns it, and by a hundred with a hundred', async () => {
    expect(
      await changed('user', `insert into public.systems (name, owner_id) values ('One', '${ID.admin}')`),
    ).toEqual({ [ID.user]: [5, 6] })
    expect(
      await changed(
        'manager',
        `insert into public.agents (name, platform) select 'Agent ' || n, 'Other' from generate_series(1, 100) n`,
      ),
    ).toEqual({ [ID.manager]: [0, 100] })
  })

  it('falls for the creator of a record that another member deletes', async () => {
    expect(await changed('manager', 'delete from public.automations')).toEqual({
      [ID.user]: [5, 4],
      [ID.colleague]: [6, 5],
    })
  })

  it('stays when a record changes', async () => {
    expect(
      await changed('manager', `update public.systems set name = name || '!', owner_id = '${ID.manager}'`),
    ).toEqual({})
  })

  it('moves when the server names another creator', async () => {
    expect(
      await changed(
        'service',
        `update public.systems set created_by = '${ID.manager}' where id = '${ID.billing}'`,
        `update public.knowledge_articles set author_id = null where id = '${ID.handbook}'`,
      ),
    ).toEqual({ [ID.user]: [5, 3], [ID.manager]: [0, 1] })
  })

  it('ends when its member leaves, and starts over when they come back', async () => {
    const rows = await stage.as('service', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      await tx`insert into public.account_members (account_id, user_id) values (${ID.acme}, ${ID.user})`
      return tx`select contribution_count from public.account_members where user_id = ${ID.user}`
    })
    expect(rows[0]).toEqual({ contribution_count: 0 })
  })

  it('cannot be written by people', async () => {
    const write = `update public.account_members set contribution_count = 1000 where user_id = '${ID.viewer}'`
    expect(await stage.outcome('admin', write)).toEqual({ refused: '42501' })
  })

  it('is no change of the membership', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx`insert into public.systems (name) values ('One')`
      return tx`select from public.account_members where user_id = ${ID.user} and updated_at = now()`
    })
    expect(rows).toHaveLength(0)
  })

  it('is right after many came and went at once', async () => {
    const add = (actor: Actor, n: number) =>
      stage.as(
        actor,
        (tx) =>
          tx`insert into public.solutions (name) select ${`Busy ${n} `} || i from generate_series(1, 3) i`,
        { keep: true },
      )
    const clear = (n: number) =>
      stage.as('admin', (tx) => tx`delete from public.solutions where name like ${`Busy ${n} %`}`, {
        keep: true,
      })
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        await add(n % 2 === 0 ? 'user' : 'manager', n)
        if (n % 3 === 0) await clear(n)
      }),
    )
    expect(await figures(stage.admin, SHOWN)).toEqual(await figures(stage.admin, COUNTED))
    expect(await figures(stage.admin, SHOWN)).toContainEqual([ID.manager, 24])
    await stage.admin`select public.count_changed_records()`
    expect(await figures(stage.admin, COUNTS)).toEqual(await figures(stage.admin, COUNTED))
  })
})

/** Does work while a transaction holds the row of a member. */
async function whileHeld<T>(person: string, work: () => Promise<T>): Promise<T> {
  const { done } = await stage.admin.begin(async (tx) => {
    await tx`select from public.account_members where user_id = ${person} for no key update`
    return { done: await work() }
  })
  return done
}

/** The count of the user in their row, on their profile and in the directory. */
const seen = () =>
  stage.as('viewer', async (tx) => {
    const [row] = await tx`
      select m.contribution_count as in_row, p.contribution_count as on_profile, (
        select (e ->> 'contribution_count')::integer
        from json_array_elements(public.find_members() -> 'items') e
        where e ->> 'id' = ${ID.user}
      ) as in_directory
      from public.account_members m, public.get_member_profile(${ID.user}) p
      where m.user_id = ${ID.user}`
    return row
  })

describe('a member whose row is busy', () => {
  const add = (name = 'Aside') => `insert into public.systems (name) values ('${name}'), ('${name} too')`
  const remove = "delete from public.systems where name like 'Aside%'"

  it('adds and deletes records without waiting, and everybody is shown the right count at once', async () => {
    const before = await seen()
    const count = Number(before?.['in_row'])
    await whileHeld(ID.user, () => stage.outcome('user', add(), { keep: true }))
    expect(await seen()).toEqual({ in_row: count, on_profile: count + 2, in_directory: count + 2 })
    await whileHeld(ID.user, () => stage.outcome('manager', remove, { keep: true }))
    expect(await seen()).toEqual(before)
  })

  it('has it in their row with the next change', async () => {
    const count = Number((await seen())?.['in_row'])
    await whileHeld(ID.user, () => stage.outcome('user', add(), { keep: true }))
    await stage.outcome('user', add('Aside again'), { keep: true })
    expect(await seen()).toEqual({ in_row: count + 4, on_profile: count + 4, in_directory: count + 4 })
    await stage.outcome('manager', remove, { keep: true })
    expect((await seen())?.['in_row']).toBe(count)
  })

  it('has it in their row when the server counts, which goes by a row that is busy', async () => {
    const count = Number((await seen())?.['in_row'])
    await whileHeld(ID.user, async () => {
      await stage.outcome('user', add(), { keep: true })
      await stage.auth`select private.count_left_contributions(${ID.acme})`
    })
    expect((await seen())?.['in_row']).toBe(count)
    expect([...(await stage.auth`select a from private.accounts_to_count() as a`)]).toContainEqual({
      a: ID.acme,
    })
    await stage.auth`select private.count_left_contributions(${ID.acme})`
    expect((await seen())?.['in_row']).toBe(count + 2)
    await stage.outcome('manager', remove, { keep: true })
  })

  it('takes it along when they leave', async () => {
    await whileHeld(ID.user, () => stage.outcome('user', add(), { keep: true }))
    const rows = await stage.as('service', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      await tx`insert into public.account_members (account_id, user_id) values (${ID.acme}, ${ID.user})`
      return tx`select contribution_count from public.account_members where user_id = ${ID.user}`
    })
    const left = await stage.admin`select private.left_contributions(${ID.user}) as count`
    expect([rows[0], left[0]]).toEqual([{ contribution_count: 0 }, { count: 2 }])
    await stage.outcome('manager', remove, { keep: true })
  })
})

describe('locks', () => {
  it('never wait for a change of the member whose records are deleted', async () => {
    const deletions = await whileHeld(ID.user, () =>
      Promise.all([
        stage.outcome('manager', `delete from public.solutions where id = '${ID.portal}'`),
        stage.outcome('admin', `delete from public.agents where id = '${ID.helper}'`),
        stage.outcome('user', `delete from public.automations where id = '${ID.invoices}'`),
      ]),
    )
    expect(deletions).toEqual([1, 1, 1])
  })

  it('never deadlock an admin who adds a record and loses their level at the same moment', async () => {
    const add = `insert into public.systems (account_id, name, created_by) values ('${ID.acme}', 'Late', '${ID.deputy}')`
    const { demoted } = await stage.admin.begin(async (tx) => {
      // The transaction refers to the account, as every insert does, before it takes the member's row.
      await tx`select from public.accounts where id = ${ID.acme} for key share`
      const demotion = {
        demoted: stage.outcome(
          'service',
          `update public.account_members set permission_level = 'manager' where user_id = '${ID.deputy}'`,
        ),
      }
      expect(await demotion.demoted).toBe(1)
      await tx.unsafe(add)
      return demotion
    })
    expect(await demoted).toBe(1)
  })
})
