import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { owned, remove, type Wishes } from '../support/handovers.ts'
import { newcomers } from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const DEPUTY = { id: ID.deputy }
const { confirm } = newcomers(() => stage)

/** Adds a system of one person with another as the only other expert, who is suggested for it. */
async function suggestedFor(owner: string, expert: string) {
  const [row] = await stage.admin`
    insert into public.systems (account_id, name, owner_id)
    values (${ID.acme}, ${`Of ${owner}`}, ${owner}) returning id`
  await stage.admin`
    insert into public.system_experts (account_id, system_id, expert_id) values (${ID.acme}, ${row?.['id']}, ${expert})`
}

/** Runs both at once: the first commits before the second, which waited, goes on. */
async function oneAfterTheOther(
  first: (tx: postgres.TransactionSql) => Promise<unknown>,
  second: (tx: postgres.TransactionSql) => Promise<unknown>,
  other: Person = DEPUTY,
) {
  let later: Promise<unknown> = Promise.resolve()
  await stage.as(
    'admin',
    async (tx) => {
      await first(tx)
      later = stage.as(other, second, { keep: true }).catch((error) => error)
      await stage.untilWaiting(1)
    },
    { keep: true },
  )
  return later
}

describe('two who leave at once', () => {
  it('and are suggested for each other: the second finds that the first is gone', async () => {
    const one = await confirm('one@acme.test')
    const two = await confirm('two@acme.test')
    await suggestedFor(one.id, two.id)
    await suggestedFor(two.id, one.id)
    const outcome = await oneAfterTheOther(
      (tx) => remove(tx, two.id),
      (tx) => remove(tx, one.id, { rest: { suggested: true } }),
    )
    expect(outcome).toMatchObject({ code: 'HO001' })
    const [left] = await stage.admin`select owner_id from public.systems where name = ${`Of ${one.id}`}`
    expect(left).toEqual({ owner_id: one.id })
  })

  it('two admins who remove each other: the second is none any more', async () => {
    const other = await confirm('other-admin@acme.test')
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${other.id}`
    await stage.admin`insert into public.systems (account_id, name, owner_id) values
      (${ID.acme}, 'Of the first', ${ID.admin}), (${ID.acme}, 'Of the second', ${other.id})`
    const outcome = await oneAfterTheOther(
      (tx) => remove(tx, other.id, { rest: { receiver: ID.user } }),
      (tx) => remove(tx, ID.admin, { rest: { receiver: ID.user } }),
      { id: other.id },
    )
    expect(outcome).toMatchObject({ code: '42501' })
    const owners = await stage.admin`
      select name, owner_id from public.systems where name like 'Of the %' order by name`
    expect(owners.map((row) => ({ ...row }))).toEqual([
      { name: 'Of the first', owner_id: ID.admin },
      { name: 'Of the second', owner_id: ID.user },
    ])
  })
})

describe('two admins who remove the same person', () => {
  it('removes once, refuses the other, and hands nothing over twice', async () => {
    const { id } = await confirm('twice@acme.test')
    await stage.admin`insert into public.systems (account_id, name, owner_id) values (${ID.acme}, 'Contested', ${id})`
    const [row] = await stage.admin`select id from public.systems where name = 'Contested'`
    const assigned = (receiver: string): Wishes => ({ records: [owned(String(row?.['id']), { receiver })] })
    const outcomes = await Promise.allSettled([
      stage.as('admin', (tx) => remove(tx, id, assigned(ID.user)), { keep: true }),
      stage.as(DEPUTY, (tx) => remove(tx, id, assigned(ID.viewer)), { keep: true }),
    ])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(1)
    expect(['HO001', 'PT404']).toContain(refused[0].code)
    expect(await stage.admin`select state from public.handovers where giver_id = ${id}`).toHaveLength(1)
    await stage.admin`delete from public.systems where name = 'Contested'`
  })

  it('lets the second wait for the first, and names the reason', async () => {
    const { id } = await confirm('waits@acme.test')
    let second: Promise<unknown> = Promise.resolve()
    await stage.as(
      'admin',
      async (tx) => {
        await remove(tx, id, {})
        second = stage.as(DEPUTY, (other) => remove(other, id, {}), { keep: true }).catch((error) => error)
        await stage.untilWaiting(1)
      },
      { keep: true },
    )
    expect(await second).toMatchObject({
      code: 'HO001',
      message: 'Another person has handed this over in the meantime.',
    })
  })
})
