import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const named = (name: string, kind = 'system') =>
  `insert into public.views (kind, name) values ('${kind}', '${name}')`
const many = (amount: number, person: string | null) =>
  `insert into public.views (account_id, kind, person_id, name)
    select '${ID.acme}', 'agent', ${person === null ? 'null' : `'${person}'`}, 'View ' || n from generate_series(1, ${amount}) n`

describe('a view', () => {
  it.each(['mine', ' MINE ', 'Miné'])('is not kept under a name that one has already: %s', async (name) => {
    await expect(stage.as('user', (tx) => tx.unsafe(named(name)))).rejects.toMatchObject({
      code: '23505',
      message: 'A view with this name already exists.',
    })
  })

  it('is kept under a name that a view of another kind has, or one of all members, or of another member', async () => {
    expect(await stage.outcome('user', named('Mine', 'agent'))).toBe(1)
    expect(await stage.outcome('user', named('Active'))).toBe(1)
    expect(await stage.outcome('viewer', named('Mine'))).toBe(1)
  })

  it('does not get the name of another', async () => {
    const second = await stage.as('user', async (tx) => {
      await tx.unsafe(named('Other'))
      return tx.unsafe(`update public.views set name = 'mine' where name = 'Other'`).catch((error) => error)
    })
    expect(second).toMatchObject({ message: 'A view with this name already exists.' })
  })

  it('has one clean line for a name, stands last, and names who made it', async () => {
    const [row] = await stage.as(
      'user',
      (tx) => tx`
        insert into public.views (kind, name) values ('system', ${' My\tsecond\u200b '})
        returning name, place, person_id, created_by`,
    )
    expect(row).toEqual({ name: 'My second', place: 2, person_id: ID.user, created_by: ID.user })
  })

  it('is one of a hundred for oneself, and of two hundred for all members', async () => {
    const more = async (amount: number, person: string | null) => {
      const actor = person === null ? 'manager' : 'user'
      return await stage.as(actor, (tx) =>
        tx.unsafe(many(amount, person)).then(
          () => 'done',
          (error) => error,
        ),
      )
    }
    expect(await more(99, ID.user)).toBe('done')
    expect(await more(100, ID.user)).toMatchObject({
      code: '23514',
      message: 'A member has at most 100 views of their own.',
    })
    expect(await more(199, null)).toBe('done')
    expect(await more(200, null)).toMatchObject({
      message: 'An account has at most 200 views for all members.',
    })
  })

  it('is refused in words when two managers save the same name at once', async () => {
    const save = (tx: postgres.TransactionSql) =>
      tx.unsafe(`insert into public.views (kind, person_id, name) values ('system', null, 'Twice')`)
    const second = stage.as(
      'manager',
      async (first) => {
        await save(first)
        const waiting = stage.as('admin', save).catch((error) => error)
        await stage.untilWaiting(1)
        return { waiting }
      },
      { keep: true },
    )
    expect(await (await second).waiting).toMatchObject({ message: 'A view with this name already exists.' })
    await stage.admin`delete from public.views where name = 'Twice'`
  })
})

describe('a view of all members', () => {
  it('is nobody’s default and watched by nobody else once it is of one member alone', async () => {
    const left = await stage.as('manager', async (tx) => {
      await tx`update public.views set person_id = ${ID.manager} where id = ${OWN.sharedView}`
      await become(tx, 'service')
      return tx`select user_id from public.view_settings where view_id = ${OWN.sharedView}`
    })
    expect(left).toEqual([])
  })

  it('stays when the member leaves who made it, and those of the member alone go', async () => {
    const rows = await stage.as('service', async (tx) => {
      await tx`update public.views set created_by = ${ID.user} where id = ${OWN.sharedView}`
      await become(tx, 'admin')
      await tx`select public.remove_member(${ID.user})`
      await become(tx, 'service')
      return tx`select id, created_by from public.views where account_id = ${ID.acme}`
    })
    expect(rows).toEqual([{ id: OWN.sharedView, created_by: null }])
  })
})

describe('the default of a member', () => {
  const choose = (view: string) =>
    `insert into public.view_settings (view_id, is_default) values ('${view}', true)
      on conflict (user_id, view_id) do update set is_default = true`

  it('is one view of a kind: the last one chosen', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx.unsafe(choose(OWN.view))
      await tx.unsafe(choose(OWN.sharedView))
      return tx`select view_id, kind, watched from public.view_settings where is_default`
    })
    expect(rows).toEqual([{ view_id: OWN.sharedView, kind: 'system', watched: true }])
  })
})

describe('order_views', () => {
  it('is refused for those of all members, in words, to all but managers', async () => {
    const move = stage.as('user', (tx) => tx`select public.order_views(array[${OWN.sharedView}::uuid])`)
    await expect(move).rejects.toMatchObject({
      code: '42501',
      message: 'Only managers put the views of all members in order.',
    })
    expect(await stage.outcome('manager', `select public.order_views('{${OWN.sharedView}}')`)).toBe(1)
  })

  it('refuses more than there can be', async () => {
    const ids = `array(select gen_random_uuid() from generate_series(1, 201))`
    expect(await stage.outcome('manager', `select public.order_views(${ids})`)).toEqual({ refused: '22023' })
  })

  it('puts views in order, and leaves out one that is gone', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx.unsafe(named('Second'))
      await tx`
        select public.order_views(array[
          (select id from public.views where name = 'Second'), ${ID.ledger}::uuid, ${OWN.view}::uuid
        ])`
      return tx`select name from public.views where person_id is not null order by place`
    })
    expect(rows).toEqual([{ name: 'Second' }, { name: 'Mine' }])
  })
})
