import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPerson, ID } from '../support/cast.ts'
import { type Outcome, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** The tables of members' rows besides records, which would keep them in their account. */
const MADE_HERE = [
  'team_members',
  'teams',
  'notifications',
  'inbox_mutes',
  'inbox_snoozes',
  'handovers',
  'tags',
  'view_settings',
  'views',
  'imports',
  'found_records',
  'found_sources',
  'heartbeats',
  'discovered_callers',
  'service_accounts',
  'api_tokens',
  'webhooks',
  'suggestions',
  'calendar_addresses',
  'deputies',
]

describe('level and department', () => {
  it('[DIS-14] [OPEN-08] the level is mirrored in the profile', async () => {
    const row = await stage.as('admin', async (tx) => {
      await tx`update public.account_members set permission_level = 'manager' where user_id = ${ID.colleague}`
      await tx`set local role service_role`
      return tx`select permission_level from public.profiles where id = ${ID.colleague}`
    })
    expect(row[0]).toEqual({ permission_level: 'manager' })
  })

  it('[DIS-15] [DIS-40] the department is one, whichever side it is saved on', async () => {
    const departments = `
      select p.department as profile, m.department as membership
      from public.profiles p join public.account_members m on m.user_id = p.id where p.id = '${ID.user}'`
    const afterOwn = await stage.as('user', async (tx) => {
      await tx`update public.profiles set department = 'Finance' where id = ${ID.user}`
      await tx`set local role service_role`
      return tx.unsafe(departments)
    })
    expect(afterOwn[0]).toEqual({ profile: 'Finance', membership: 'Finance' })
    const afterManagers = await stage.as('manager', async (tx) => {
      await tx`update public.account_members set department = 'Sales' where user_id = ${ID.user}`
      await tx`set local role service_role`
      return tx.unsafe(departments)
    })
    expect(afterManagers[0]).toEqual({ profile: 'Sales', membership: 'Sales' })
  })

  it('[PERM-20] names the levels that may change levels', async () => {
    const change = stage.as(
      'manager',
      (tx) => tx`update public.account_members set permission_level = 'admin' where user_id = ${ID.manager}`,
    )
    await expect(change).rejects.toThrow('Permission changes must be made by an account administrator.')
  })
})

describe('a profile', () => {
  it('keeps no direction, control and invisible characters, and the lines of a biography', async () => {
    const row = await stage.as('user', async (tx) => {
      await tx`
        update public.profiles
        set bio = ${'Writes\u202e things\u2069.\r\n\r\nAnd\u0007 mends them 👩\u200d🔧'}, job_role = ${'Lead\u202e\n Engineer'},
          department = ${'\u200fR&D\u2066'}
        where id = ${ID.user}`
      await tx`set local role service_role`
      return tx`
        select p.bio, p.job_role, p.department, m.department as of_member
        from public.profiles p join public.account_members m on m.user_id = p.id where p.id = ${ID.user}`
    })
    expect(row[0]).toEqual({
      bio: 'Writes things.\n\nAnd mends them 👩\u200d🔧',
      job_role: 'Lead Engineer',
      department: 'R&D',
      of_member: 'R&D',
    })
  })

  it('of before is left alone where another user changes the rest', async () => {
    const setBio = (bio: string | null) =>
      stage.admin.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update public.profiles set bio = ${bio} where id = ${ID.user}`
      })
    await setBio('old\u202e')
    try {
      const row = await stage.as('manager', async (tx) => {
        await tx`update public.profiles set job_role = 'Lead' where id = ${ID.user}`
        await tx`set local role service_role`
        return tx`select bio, job_role from public.profiles where id = ${ID.user}`
      })
      expect(row[0]).toEqual({ bio: 'old\u202e', job_role: 'Lead' })
    } finally {
      await setBio(null)
    }
  })

  const refused: readonly [title: string, assignment: string][] = [
    ['a script as avatar', `avatar = 'javascript:alert(1)'`],
    ['a data address as avatar', `avatar = 'data:image/png;base64,x'`],
    ['an empty name', `name = ' '`],
    ['a name of 121 characters', `name = repeat('n', 121)`],
    ['a bio of 2,001 characters', `bio = repeat('b', 2001)`],
  ]
  for (const [title, assignment] of refused) {
    it(`refuses ${title}`, async () => {
      const change = `update public.profiles set ${assignment} where id = '${ID.user}'`
      expect(await stage.outcome('user', change)).toEqual({ refused: '23514' })
    })
  }

  it('[DATA-10] [DATA-11] shows job and department by default, e-mail and bio not', async () => {
    const [row] = await stage.admin`
      select privacy_email_visible, privacy_bio_visible, privacy_job_visible, privacy_department_visible
      from public.profiles where id = ${ID.user}`
    expect(row).toEqual({
      privacy_email_visible: false,
      privacy_bio_visible: false,
      privacy_job_visible: true,
      privacy_department_visible: true,
    })
  })

  it('[PERM-01] belongs to one account at the most', async () => {
    const second = stage.admin`
      insert into public.account_members (account_id, user_id) values (${ID.rivals}, ${ID.user})`
    expect(await outcomeOf(second)).toEqual({ refused: '23505' })
  })
})

describe('the last admin', () => {
  const demote = (id: string) =>
    `update public.account_members set permission_level = 'user' where user_id = '${id}'`

  it('cannot leave', async () => {
    const leave = `delete from public.account_members where user_id = '${ID.rival}'`
    expect(await stage.outcome('rival', leave)).toEqual({ refused: 'LA001' })
  })

  it('cannot be demoted by the server either', async () => {
    expect(await stage.outcome('service', demote(ID.rival))).toEqual({ refused: 'LA001' })
  })

  it('cannot be moved to another account', async () => {
    const move = `update public.account_members set account_id = '${ID.acme}' where user_id = '${ID.rival}'`
    // The records that they made and own would keep them in the account.
    for (const table of ['solutions', 'agents', 'automations', 'knowledge_articles', 'systems'])
      await stage.admin`delete from public.${stage.admin(table)} where account_id = ${ID.rivals}`
    await stage.admin`update public.pending_invitations set invited_by = null where id = ${ID.rivalInvitation}`
    for (const table of MADE_HERE)
      await stage.admin`delete from public.${stage.admin(table)} where account_id = ${ID.rivals}`
    await stage.admin`delete from private.ended_tokens where account_id = ${ID.rivals}`
    expect(await stage.outcome('service', move)).toEqual({ refused: 'LA001' })
  })

  it('cannot be deleted as a user', async () => {
    expect(await outcomeOf(stage.auth`delete from auth.users where id = ${ID.rival}`)).toEqual({
      refused: 'LA001',
    })
    expect(await stage.outcome('rival', 'select from public.account_members')).toBe(1)
  })

  it('can go with the account', async () => {
    expect(await stage.outcome('service', `delete from public.accounts where id = '${ID.rivals}'`)).toBe(1)
  })

  it('can go once another is made', async () => {
    const outcome = await stage.as('admin', async (tx) => {
      await tx`update public.account_members set permission_level = 'admin' where user_id = ${ID.manager}`
      await tx.unsafe(demote(ID.deputy))
      return outcomeOf(tx`delete from public.account_members where user_id = ${ID.admin}`)
    })
    expect(outcome).toBe(1)
  })

  it('is left when two admins demote each other at the same moment, every time', async () => {
    for (let round = 0; round < 20; round += 1) {
      await stage.admin`
        update public.account_members set permission_level = 'admin' where user_id in (${ID.admin}, ${ID.manager})`
      await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.deputy}`
      const change = (actor: 'admin' | 'manager', id: string): Promise<Outcome> =>
        outcomeOf(stage.as(actor, (tx) => tx.unsafe(demote(id)), { keep: true }))
      const outcomes = await Promise.all([change('admin', ID.manager), change('manager', ID.admin)])
      const [left] = await stage.admin`
        select count(*)::int from public.account_members where account_id = ${ID.acme} and permission_level = 'admin'`
      expect(left).toEqual({ count: 1 })
      // The second one has already lost the right, or learns the reason.
      const second = outcomes[0] === 1 ? outcomes[1] : outcomes[0]
      expect([0, { refused: 'LA001' }]).toContainEqual(second)
      expect(outcomes).toContain(1)
    }
  })
})

describe('a person who left', () => {
  const newcomer = '00000000-0000-4000-8000-0000000000d1'
  const again = '00000000-0000-4000-8000-0000000000d2'

  it('is not let in again by their domain', async () => {
    await confirmPerson(stage.auth, {
      id: newcomer,
      email: 'Nina@acme.test'.toLowerCase(),
      metadata: { name: 'Nina' },
    })
    expect(await membershipOf(newcomer)).toEqual({ permission_level: 'viewer', account_id: ID.acme })
    await stage.admin`delete from public.account_members where user_id = ${newcomer}`
    expect(await membershipOf(newcomer)).toEqual({ permission_level: null, account_id: null })
    await stage.auth`delete from auth.users where id = ${newcomer}`
    await confirmPerson(stage.auth, { id: again, email: 'nina@acme.test', metadata: { name: 'Nina' } })
    expect(await membershipOf(again)).toEqual({ permission_level: null, account_id: null })
  })

  it('is let in when an admin makes them a member, and can leave and be refused again', async () => {
    await stage.admin`insert into public.account_members (account_id, user_id) values (${ID.acme}, ${again})`
    expect(await membershipOf(again)).toEqual({ permission_level: 'viewer', account_id: ID.acme })
    await stage.auth`delete from auth.users where id = ${again}`
    await confirmPerson(stage.auth, { id: newcomer, email: 'nina@acme.test', metadata: { name: 'Nina' } })
    expect(await membershipOf(newcomer)).toEqual({ permission_level: null, account_id: null })
  })

  /** Level by membership and account by profile: both have to agree. */
  async function membershipOf(id: string) {
    const [row] = await stage.admin`
      select m.permission_level, p.account_id
      from public.profiles p left join public.account_members m on m.user_id = p.id where p.id = ${id}`
    return row
  }
})
