import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const RENAMED = `update public.views set name = 'Live' where id = '${OWN.sharedView}'`
const CHANGES = [
  `update public.systems set status = 'inactive' where id = '${ID.billing}'`,
  `insert into public.systems (account_id, name) values ('${ID.acme}', 'One'), ('${ID.acme}', 'Two')`,
]

/** Rolls a transaction back that went well. */
const UNDONE = new Error('undone')

/** Compares the due views, as the server's job does, and returns their number. */
async function compare(tx: postgres.TransactionSql): Promise<number> {
  const due = await tx<{ key: string }[]>`select private.views_to_compare(${ID.acme}, '{}', 100) as key`
  for (const { key } of due) {
    const [view = '', member = ''] = key.split(' ')
    await tx`select private.compare_view(${ID.acme}, ${view}, ${member})`
  }
  return due.length
}

interface Told {
  kind: string
  payload: { view: { id: string; name: string; came: number; went: number } }
}

/** The notifications of the user on the day after the first comparison, with these changes between the two. */
async function told(...changes: readonly string[]): Promise<Told['payload']['view'][]> {
  const found: Told[] = []
  await stage.admin
    .begin(async (tx) => {
      await tx`delete from public.notifications`
      await compare(tx)
      for (const change of changes) await tx.unsafe(change)
      await tx`update private.view_contents set compared_on = compared_on - 1`
      await compare(tx)
      expect(await compare(tx)).toBe(0)
      found.push(
        ...(await tx<Told[]>`
          select record_kind as kind, payload from public.notifications
          where user_id = ${ID.user} and kind = 'view_changed'`),
      )
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
  for (const { kind } of found) expect(kind).toBe('system')
  return found.map(({ payload }) => payload.view)
}

const ACTIVE = { id: OWN.sharedView, name: 'Active', came: 2, went: 1 }

describe('a watched view', () => {
  it('causes one notification a day: how many records came, and how many went', async () => {
    expect(await told(...CHANGES)).toEqual([ACTIVE])
  })

  it('has its present name', async () => {
    expect(await told(...CHANGES, RENAMED)).toEqual([{ ...ACTIVE, name: 'Live' }])
  })

  it('is not told of when nothing came or went', async () => {
    expect(await told(RENAMED)).toEqual([])
  })

  it.each([
    ['its filter was changed', `update public.views set filter = '{}' where id = '${OWN.sharedView}'`],
    ['it is watched no more', 'update public.view_settings set watched = false'],
    [
      'it was watched anew',
      'update public.view_settings set watched = false; update public.view_settings set watched = true',
    ],
    ['it was deleted', `delete from public.views where id = '${OWN.sharedView}'`],
    [
      'it is of another member now',
      `update public.views set person_id = '${ID.manager}' where id = '${OWN.sharedView}'`,
    ],
    [
      'its catalogue was switched off',
      `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'systems', false)`,
    ],
    [
      'the member wants to be told nothing',
      `update public.notification_preferences set push = false, email = false where user_id = '${ID.user}'`,
    ],
    ['the member has left', `delete from public.account_members where user_id = '${ID.user}'`],
  ])('is not told of when %s', async (_, change) => {
    expect(await told(...CHANGES, change)).toEqual([])
  })

  it('keeps what it held when tags are merged that it names', async () => {
    const named = (tag: string) =>
      JSON.stringify({
        conditions: {
          match: 'any',
          conditions: [
            { field: 'tags', operator: 'is', values: [tag] },
            { field: 'status', operator: 'is', values: ['active'] },
          ],
        },
      })
    await stage.admin`
      update public.views set filter = ${named(OWN.tag)}::text::jsonb where id = ${OWN.sharedView}`
    const merged = `
      insert into public.tags (id, account_id, name) values ('${ID.nobody}', '${ID.acme}', 'Other');
      select private.replace_tags_in_views('${ID.acme}', '{${OWN.tag}}', '${ID.nobody}')`
    try {
      expect(await told(...CHANGES, merged)).toEqual([ACTIVE])
    } finally {
      await stage.admin`update public.views set filter = '{"statuses": ["active"]}' where id = ${OWN.sharedView}`
    }
  })

  it('keeps what it held while its filter is refused', async () => {
    const broken = `update public.views set filter = '{"gaps": ["no_coffee"]}' where id = '${OWN.sharedView}'`
    expect(await told(broken, ...CHANGES)).toEqual([])
  })

  it('tells of no records that came where its filter was refused until then', async () => {
    const conditions = [{ field: 'own.seats', operator: 'empty', values: [] }]
    const filter = JSON.stringify({ conditions: { match: 'all', conditions } })
    const comesBack = `update public.own_fields set deleted_at = null where id = '${OWN.field}'`
    await stage.admin`update public.views set filter = ${filter}::text::jsonb where id = ${OWN.sharedView}`
    await stage.admin`update public.own_fields set deleted_at = now() where id = ${OWN.field}`
    try {
      expect(await told(comesBack)).toEqual([])
    } finally {
      await stage.admin.unsafe(comesBack)
      await stage.admin`update public.views set filter = '{"statuses": ["active"]}' where id = ${OWN.sharedView}`
    }
  })

  it('holds for each member what is theirs', async () => {
    const mine = `
      insert into public.views (account_id, kind, person_id, name, filter)
      values ('${ID.acme}', 'system', null, 'Whose?', '{"owners": ["me"]}');
      insert into public.view_settings (account_id, user_id, view_id, kind, watched)
      select '${ID.acme}', p, v.id, v.kind, true
      from public.views v, unnest('{${ID.user},${ID.viewer}}'::uuid[]) p where v.name = 'Whose?'`
    await stage.admin.unsafe(mine)
    const given = `update public.systems set owner_id = '${ID.user}' where id = '${ID.billing}'`
    expect(await told(given)).toEqual([expect.objectContaining({ name: 'Whose?', came: 1, went: 0 })])
    await stage.admin`delete from public.views where name = 'Whose?'`
  })
})

describe('two long lists', () => {
  const compared = async (before: string, after: string) => {
    const [row] = await stage.admin.unsafe(`
      with ids as (select lpad(to_hex(n), 32, '0')::uuid as id, n from generate_series(1, 12000) n)
      select c.* from private.compare_ids(
        array(select id from ids where ${before} order by id limit 10000),
        array(select id from ids where ${after} order by id limit 10000)
      ) c`)
    return row
  }

  it.each([
    ['n <= 10', 'n between 3 and 11', { came: 1, went: 2 }],
    // The last ones made room for the first: they have not gone.
    ['n > 5', 'true', { came: 5, went: 0 }],
    ['true', 'n > 5', { came: 0, went: 5 }],
    ['n <= 9000', 'n <= 12000', { came: 1000, went: 0 }],
    ['true', 'true', { came: 0, went: 0 }],
  ])('differ in what is known of both: %s, then %s', async (before, after, difference) => {
    expect(await compared(before, after)).toEqual(difference)
  })
})
