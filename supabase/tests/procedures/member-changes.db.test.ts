import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { type Outcome, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('update_member', () => {
  const look = `
    select p.name, p.job_role, p.department, m.department as member_department,
      to_json(m.knowledge_areas) as knowledge_areas, m.permission_level
    from public.profiles p join public.account_members m on m.user_id = p.id where p.id = '${ID.user}'`

  async function changedBy(call: string) {
    const [row] = await stage.as('manager', async (tx) => {
      await tx.unsafe(`select public.update_member('${ID.user}', ${call})`)
      await tx`set local role service_role`
      return tx.unsafe(look)
    })
    return row
  }

  it('[MEMBER-12] [MEMBER-17] [MEMBER-18] [CALL-45] [CALL-47] changes everything at once', async () => {
    expect(await changedBy(`'Una', 'Analyst', 'Data', '{ sql ,"",sql,Excel}', 'manager'`)).toEqual({
      name: 'Una',
      job_role: 'Analyst',
      department: 'Data',
      member_department: 'Data',
      knowledge_areas: ['sql', 'Excel'],
      permission_level: 'manager',
    })
  })

  it('leaves alone what is left out, and empties what is empty', async () => {
    expect(await changedBy(`new_job_role => '', new_department => ' '`)).toEqual({
      name: 'Uma User',
      job_role: null,
      department: null,
      member_department: null,
      knowledge_areas: [],
      permission_level: 'user',
    })
  })

  it('changes nothing when a part of it is refused', async () => {
    const keeping = (statement: string) => stage.as('manager', (tx) => tx.unsafe(statement), { keep: true })
    const call = `select public.update_member('${ID.user}', 'Una', 'Analyst', 'Data', '{sql}', 'admin')`
    const [before] = await stage.admin.unsafe(look)
    expect(await outcomeOf(keeping(call))).toEqual({ refused: '42501' })
    const tooLong = `select public.update_member('${ID.user}', new_knowledge_areas => '{sql}', new_job_role => repeat('j', 121))`
    expect(await outcomeOf(keeping(tooLong))).toEqual({ refused: '23514' })
    expect((await stage.admin.unsafe(look))[0]).toEqual(before)
  })

  it('names the levels that may change members', async () => {
    const call = (id: string) => `select public.update_member('${id}', 'Una')`
    await expect(stage.as('manager', (tx) => tx.unsafe(call(ID.admin)))).rejects.toThrow(
      'Managers can change members. Only administrators can change administrators.',
    )
    await expect(stage.as('manager', (tx) => tx.unsafe(call(ID.manager)))).rejects.toThrow(
      'You cannot change yourself as a team member.',
    )
  })
})

describe('secure_update_user_permission', () => {
  const change = (id: string, level: string) =>
    `select public.secure_update_user_permission('${id}', '${level}', '${ID.acme}')`

  it('[CALL-69] [DIS-03] [DIS-36] names the levels that may change levels', async () => {
    const sentence = 'Permission changes must be made by an account administrator.'
    for (const actor of ['viewer', 'user', 'manager', 'admin', 'rival'] as const) {
      const own = stage.as(actor, (tx) => tx.unsafe(change(ID[actor], 'user')))
      await expect(own).rejects.toThrow(sentence)
    }
  })

  it('[PERM-21] [DIS-36] changes profile and membership together, neither of which people change of themselves', async () => {
    const own = `update public.profiles set permission_level = 'admin' where id = '${ID.user}'`
    expect(await stage.outcome('user', own)).toEqual({ refused: '42501' })
    const levels = await stage.as('admin', async (tx) => {
      await tx.unsafe(change(ID.user, 'manager'))
      await tx`set local role service_role`
      return tx`
        select m.permission_level, p.permission_level as shown
        from public.account_members m join public.profiles p on p.id = m.user_id where p.id = ${ID.user}`
    })
    expect(levels.map((row) => ({ ...row }))).toEqual([{ permission_level: 'manager', shown: 'manager' }])
  })

  it('leaves an admin when two demote each other at the same moment, a hundred times', async () => {
    await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.deputy}`
    const demote = (actor: 'admin' | 'manager', id: string): Promise<Outcome> =>
      outcomeOf(stage.as(actor, (tx) => tx.unsafe(change(id, 'user')), { keep: true }))
    for (let round = 0; round < 100; round += 1) {
      await stage.admin`
        update public.account_members set permission_level = 'admin' where user_id in (${ID.admin}, ${ID.manager})`
      const outcomes = await Promise.all([demote('admin', ID.manager), demote('manager', ID.admin)])
      const admins = await stage.admin`
        select from public.account_members where account_id = ${ID.acme} and permission_level = 'admin'`
      expect(admins).toHaveLength(1)
      expect(outcomes).toContain(1)
      // The second one has already lost the right, or learns the reason.
      const second = outcomes[0] === 1 ? outcomes[1] : outcomes[0]
      expect([{ refused: '42501' }, { refused: 'LA001' }]).toContainEqual(second)
    }
    await stage.admin`
      update public.account_members set permission_level = 'admin' where user_id in (${ID.admin}, ${ID.deputy})`
    await stage.admin`update public.account_members set permission_level = 'manager' where user_id = ${ID.manager}`
  })
})

describe('remove_member', () => {
  it('ends a membership at once: the next request sees nothing of the account', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`select public.remove_member(${ID.colleague})`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID.colleague })}, true)`
      return tx`select from public.systems union all select from public.account_members`
    })
    expect(rows).toHaveLength(0)
  })

  it('keeps the last admin', async () => {
    const leave = stage.as('rival', (tx) => tx`select public.remove_member(${ID.rival})`)
    await expect(leave).rejects.toMatchObject({ code: 'LA001', message: 'An account needs an admin.' })
  })

  it('names the levels that may remove members', async () => {
    const attempt = stage.as('manager', (tx) => tx`select public.remove_member(${ID.viewer})`)
    await expect(attempt).rejects.toThrow('Only administrators can remove members.')
  })

  it('does not reveal whether a stranger exists', async () => {
    for (const id of [ID.rival, ID.nobody]) {
      const attempt = stage.as('admin', (tx) => tx`select public.remove_member(${id})`)
      await expect(attempt).rejects.toMatchObject({
        code: 'PT404',
        message: 'There is no such member in your account.',
      })
    }
  })
})
