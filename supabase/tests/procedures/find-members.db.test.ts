import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const foundRow = z.object({
  answer: z.object({
    all: z.number(),
    total: z.number(),
    items: z.array(z.looseObject({ id: z.string(), name: z.string(), is_pending: z.boolean() })),
  }),
})

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.profiles set department = 'Finance', job_role = 'Clerk' where id in ('${ID.user}', '${ID.colleague}');
    update public.profiles set privacy_department_visible = false where id = '${ID.colleague}';
    update public.account_members set knowledge_areas = '{SQL,Law}' where user_id = '${ID.user}'`)
})
afterAll(() => stage?.close())

const find = async (actor: Person, args = '') => {
  const [row] = await stage.as(actor, (tx) => tx.unsafe(`select public.find_members(${args}) as answer`))
  return foundRow.parse(row).answer
}
const names = async (actor: Person, args = '') => (await find(actor, args)).items.map(({ name }) => name)

describe('find_members', () => {
  it('[TEAM-24] gives the caller’s team by name, and counts it', async () => {
    expect(await find('viewer')).toMatchObject({ all: 6, total: 6 })
    expect(await names('viewer')).toEqual([
      'Ada Admin',
      'Cleo Colleague',
      'Dan Deputy',
      'Mia Manager',
      'Uma User',
      'Vic Viewer',
    ])
    expect(await find('unplaced')).toEqual({ all: 0, total: 0, items: [] })
  })

  it('[DATA-13] says of each what the directory shows', async () => {
    const [first] = (await find('viewer')).items
    expect(first).toMatchObject({
      id: ID.admin,
      name: 'Ada Admin',
      permission_level: 'admin',
      knowledge_areas: [],
      contribution_count: expect.any(Number),
      is_pending: false,
    })
    expect(first).toHaveProperty('job_role')
    expect(first).toHaveProperty('department')
    expect(first).toHaveProperty('avatar')
  })

  it('[TEAM-27] [TEAM-28] [TEAM-44] [DIS-42] puts open invitations first, for admins alone', async () => {
    const { all, items } = await find('admin')
    expect(all).toBe(8)
    expect(items.slice(0, 2)).toMatchObject([
      { id: `pending-${ID.invitation}`, name: 'Ivy Invited', is_pending: true, department: 'Design' },
      { id: `pending-${ID.invitationOfUnplaced}`, name: 'Lou', is_pending: true },
    ])
    expect(await find('manager', `of_status => 'pending'`)).toMatchObject({ total: 0 })
    expect(await find('rival')).toMatchObject({ all: 2 })
  })

  it('[TEAM-03] finds a text in a name alone, as it stands there', async () => {
    expect(await names('viewer', `'a m'`)).toEqual(['Mia Manager'])
    expect(await names('viewer', `'%'`)).toEqual([])
    expect(await names('viewer', `'Clerk'`)).toEqual([])
  })

  it('forgives accents, and a typo where the text stands in no name', async () => {
    expect(await names('viewer', `'mía'`)).toEqual(['Mia Manager'])
    expect(await names('viewer', `'colleauge'`)).toEqual(['Cleo Colleague'])
    expect(await names('rival', `'colleauge'`)).toEqual([])
    expect(await names('viewer', `'maa'`)).toEqual([])
  })

  it('[TEAM-45] filters by what is shown, never by what is hidden', async () => {
    expect(await names('admin', `in_department => 'Finance'`)).toEqual(['Uma User'])
    expect(await names({ id: ID.colleague }, `in_department => 'Finance'`)).toEqual([
      'Cleo Colleague',
      'Uma User',
    ])
    const [row] = await stage.as('viewer', (tx) => tx`select public.get_team_departments() as names`)
    expect(row).toEqual({ names: ['Finance'] })
  })

  it('filters by level and knowledge area, whatever its capitals, and orders by rank', async () => {
    expect(await names('viewer', `of_level => 'admin'`)).toEqual(['Ada Admin', 'Dan Deputy'])
    expect(await names('viewer', `with_area => 'sql'`)).toEqual(['Uma User'])
    expect((await names('viewer', `sort => 'permission', descending => true`)).slice(0, 3)).toEqual([
      'Ada Admin',
      'Dan Deputy',
      'Mia Manager',
    ])
  })

  it('refuses an order it does not have, and a visitor', async () => {
    expect(await stage.outcome('viewer', `select public.find_members(sort => 'email')`)).toEqual({
      refused: '22023',
    })
    expect(await stage.outcome('anonymous', 'select public.find_members()')).toEqual({ refused: '42501' })
  })
})

describe('open_member_profile', () => {
  const entries = (tx: { unsafe: (sql: string) => PromiseLike<readonly unknown[]> }) =>
    tx.unsafe(`select details ->> 'viewed_profile_id' as id from public.security_audit_log
      where details ? 'viewed_profile_id'`)
  const look = (id: string) => `select name from public.open_member_profile('${id}')`

  it('[DIS-05] shows a member, and enters an admin’s look once', async () => {
    const seen = await stage.as('admin', async (tx) => {
      const first = await tx.unsafe(look(ID.user))
      await tx.unsafe(look(ID.user))
      await tx.unsafe(look(ID.admin))
      await tx.unsafe(look(ID.rival))
      return { first: [...first], entries: [...(await entries(tx))] }
    })
    expect(seen.first).toEqual([{ name: 'Uma User' }])
    expect(seen.entries).toEqual([{ id: ID.user }])
  })

  it('enters nobody else’s look, and shows no stranger', async () => {
    expect(await stage.outcome('viewer', look(ID.user))).toBe(1)
    expect(await stage.outcome('viewer', look(ID.rival))).toBe(0)
    expect(await stage.outcome('unplaced', look(ID.user))).toBe(0)
    expect(await entries(stage.admin)).toEqual([])
  })
})

describe('get_member_records', () => {
  const records = async (actor: Person, args: string) => {
    const [row] = await stage.as(actor, (tx) =>
      tx.unsafe(`select public.get_member_records(${args}) as answer`),
    )
    return row?.['answer']
  }

  it('gives what a member owns, and what they know', async () => {
    const archive = { kind: 'system', id: ID.archive, name: 'Archive' }
    expect(await records('viewer', `'${ID.user}', 'owner'`)).toEqual({ total: 1, items: [archive] })
    expect(await records('viewer', `'${ID.viewer}', 'expert'`)).toMatchObject({
      total: 4,
      items: [
        { kind: 'solution', name: 'Intranet' },
        { kind: 'system', name: 'Ledger' },
        { kind: 'agent', name: 'Oracle' },
        { kind: 'automation', name: 'Reminders' },
      ],
    })
    expect(await records('viewer', `'${ID.viewer}', 'expert', '{agent}'`)).toMatchObject({
      total: 1,
      items: [{ name: 'Oracle' }],
    })
    expect(await records('viewer', `'${ID.user}', 'owner', '{agent}'`)).toEqual({ total: 0, items: [] })
    expect(await records('viewer', `'${ID.user}', 'owner', skip => 1`)).toMatchObject({ total: 1, items: [] })
  })

  it('gives nothing of another account', async () => {
    expect(await records('viewer', `'${ID.rival}', 'owner'`)).toEqual({ total: 0, items: [] })
    expect(await records('rival', `'${ID.user}', 'owner'`)).toEqual({ total: 0, items: [] })
  })
})
