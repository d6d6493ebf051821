import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPerson, ID, type Person } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
/** The moment when all was in place. */
let arranged = ''
beforeAll(async () => {
  stage = await openStage()
  const [clock] = await stage.admin<{ moment: string }[]>`select clock_timestamp()::text as moment`
  arranged = clock?.moment ?? ''
})
afterAll(() => stage?.close())

/**
 * The news for a person who looks back to before an actor's change, in the same transaction. A moment taken just before
 * could be outdated while the answer is computed.
 */
async function newsOf(listener: Person, actor: Person, change: string): Promise<unknown> {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(change)
    await become(tx, listener)
    return tx`
      select public.get_news(extract(epoch from clock_timestamp() - ${arranged}::timestamptz)) as news`
  })
  return row?.['news']
}

const changed = (subjects: readonly string[]) => expect.objectContaining({ changed: subjects })

const CHANGES: readonly (readonly [
  what: string,
  actor: Person,
  change: string,
  subjects: readonly string[],
])[] = [
  ['nothing', 'viewer', 'select 1', []],
  ['a new system', 'user', `insert into public.systems (name) values ('New')`, ['system']],
  ['a changed system', 'user', `update public.systems set name = 'X' where id = '${ID.billing}'`, ['system']],
  ['a deleted agent', 'user', `delete from public.agents where id = '${ID.helper}'`, ['agent']],
  [
    'an expert',
    'user',
    `insert into public.system_experts (system_id, expert_id) values ('${ID.billing}', '${ID.viewer}')`,
    ['notifications', 'system'],
  ],
  [
    'a level',
    'admin',
    `select public.secure_update_user_permission('${ID.colleague}', 'manager', '${ID.acme}')`,
    ['team'],
  ],
  ['who was removed', 'admin', `select public.remove_member('${ID.colleague}')`, ['team']],
  ['a name', 'user', `update public.profiles set name = 'Una' where id = '${ID.user}'`, ['team']],
  [
    'a view of all members',
    'manager',
    `update public.views set icon = 'star' where person_id is null`,
    ['views'],
  ],
  [
    'a switch',
    'admin',
    `insert into public.app_features (feature_name, enabled) values ('systems', false)`,
    ['features'],
  ],
  ['newcomers who wait', 'admin', 'select public.set_newcomer_admission(true)', ['joining']],
  [
    'an invitation',
    'admin',
    `select public.invite_member('nina@new.test', 'Nina', null, null, 'user')`,
    ['invitations'],
  ],
  [
    'an appearance',
    'admin',
    `update public.appearance_settings set account_name = 'Acme Works'`,
    ['appearance'],
  ],
]

describe('get_news', () => {
  it.each(CHANGES)('names what changed: %s', async (_, actor, change, subjects) => {
    expect(await newsOf('viewer', actor, change)).toEqual(changed(subjects))
  })

  it('names notifications also when another newcomer is added to an earlier one', async () => {
    const news = await stage.admin
      .begin(async (tx) => {
        for (const n of [1, 2]) {
          await tx`select set_config('request.jwt.claims', '', true), set_config('role', 'none', true)`
          const id = `00000000-0000-4000-8000-00000000f00${n}`
          await confirmPerson(tx, { id, email: `n${n}@acme.test`, metadata: { name: `Nora ${n}` } })
          // The first came an hour ago.
          if (n === 1)
            await tx`
              update public.notifications set created_at = created_at - interval '1 hour', told_at = told_at - interval '1 hour'`
        }
        await become(tx, 'admin')
        const [row] = await tx`select public.get_news(60) as news`
        throw new Error(JSON.stringify(row?.['news']))
      })
      .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
    expect(news).toMatchObject({ changed: expect.arrayContaining(['notifications']) })
  })

  it('tells another account nothing of it', async () => {
    for (const [, actor, change] of CHANGES)
      expect(await newsOf('rival', actor, change)).toEqual({
        account: { id: ID.rivals, name: 'Rivals' },
        permission_level: 'admin',
        changed: [],
      })
  })

  it('says which account and level the caller has now', async () => {
    const demoted = `select public.secure_update_user_permission('${ID.colleague}', 'viewer', '${ID.acme}')`
    expect(await newsOf({ id: ID.colleague }, 'admin', demoted)).toMatchObject({
      account: { id: ID.acme, name: 'Acme' },
      permission_level: 'viewer',
    })
    expect(await newsOf('unplaced', 'unplaced', 'select 1')).toEqual({
      account: null,
      permission_level: 'viewer',
      changed: [],
    })
  })

  it('counts every kind as changed where too much has happened to tell', async () => {
    const many = `insert into public.systems (name) select 'Many ' || n from generate_series(1, 500) n`
    expect(await newsOf('viewer', 'user', many)).toEqual(
      changed(['agent', 'article', 'automation', 'solution', 'system']),
    )
  })

  it('looks back a day at most, and answers members alone', async () => {
    const invalid = { refused: '22023' }
    for (const seconds of ['-1', '86401', 'null', `'NaN'`])
      expect(await stage.outcome('viewer', `select public.get_news(${seconds})`)).toEqual(invalid)
    expect(await stage.outcome('anonymous', 'select public.get_news(1)')).toEqual({ refused: '42501' })
    expect(await stage.outcome('service', 'select public.get_news(1)')).toEqual({ refused: '42501' })
  })
})
