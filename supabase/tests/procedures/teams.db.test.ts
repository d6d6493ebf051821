import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

interface Saved {
  name?: string
  members?: readonly string[]
  team?: string | null
  lead?: string | null
  deputy?: string | null
}

const save = async (
  tx: Tx,
  { name = 'Team Legal', members = [], team = null, lead = null, deputy = null }: Saved = {},
) => {
  const [row] = await tx<{ id: string }[]>`
    select public.save_team(${name}, ${`{${members}}`}::uuid[], ${team}::uuid, ${lead}::uuid, ${deputy}::uuid) as id`
  return row?.id ?? ''
}

const teams = async (tx: Tx, person: string | null = null) => {
  const [row] = await tx`select json_agg(t) as answer from public.get_teams(${person}::uuid) t`
  return row?.['answer'] ?? []
}

const members = async (tx: Tx, team: string) =>
  (await tx`select user_id from public.team_members where team_id = ${team} order by user_id`).map(
    ({ user_id }) => user_id,
  )

const audit = async (tx: Tx) =>
  (
    await tx`select action, details ->> 'name' as name from public.security_audit_log
      where resource_type = 'team' order by created_at, id`
  ).map(({ action, name }) => `${action} ${name}`)

describe('save_team', () => {
  it('adds a team whose lead and deputy are members, and enters it into the audit log', async () => {
    await stage.as('admin', async (tx) => {
      const id = await save(tx, { members: [ID.viewer], lead: ID.user, deputy: ID.manager })
      expect(await members(tx, id)).toEqual([ID.manager, ID.user, ID.viewer])
      expect(await teams(tx, ID.manager)).toEqual([
        {
          ...{ id, name: 'Team Legal', lead_id: ID.user, deputy_id: ID.manager, members: 3 },
          ...{ mail: '', chat_url: '', on_call_url: '', notices: 'lead', records: 0 },
        },
      ])
      expect(await audit(tx)).toContain('team_added Team Legal')
      expect((await audit(tx)).filter((line) => line === 'team_member_added Team Legal')).toHaveLength(3)
    })
  })

  it('renames a team and replaces its members', async () => {
    await stage.as('manager', async (tx) => {
      await save(tx, { name: ' Finance\n& Tax ', team: OWN.team, members: [ID.colleague] })
      expect(await members(tx, OWN.team)).toEqual([ID.colleague])
      expect(await teams(tx)).toMatchObject([{ name: 'Finance & Tax', lead_id: null, members: 1 }])
    })
  })

  it('keeps a name of 120 characters that is written right to left', async () => {
    const name = 'צוות '.repeat(24).trim().padEnd(120, 'א')
    const saved = await stage.as('manager', async (tx) => {
      await save(tx, { name })
      return teams(tx)
    })
    expect(saved).toContainEqual(expect.objectContaining({ name }))
  })

  it.each<[string, Saved, object]>([
    ['a name that is taken', { name: 'TEAM finánce' }, { code: '23505', detail: 'team.name_taken' }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, { detail: 'name.length' }],
    ['a member of another account', { members: [ID.rival] }, { code: 'PT404', detail: 'member.unknown' }],
    ['a lead who has left', { lead: ID.former }, { code: 'PT404', detail: 'member.unknown' }],
    ['one member as lead and deputy', { lead: ID.user, deputy: ID.user }, { detail: 'team.lead_and_deputy' }],
    ['a team of another account', { team: OWN.rivalTeam }, { code: 'PT404', detail: 'team.gone' }],
  ])('refuses %s', async (_, saved, refusal) => {
    await expect(stage.as('manager', (tx) => save(tx, saved))).rejects.toMatchObject(refusal)
  })

  it('refuses users and viewers', async () => {
    for (const actor of ['user', 'viewer'] as const) {
      await expect(stage.as(actor, (tx) => save(tx))).rejects.toMatchObject({ detail: 'team.managers_only' })
    }
  })

  it('refuses the 201st team', async () => {
    await expect(
      stage.as('admin', async (tx) => {
        await tx`insert into public.teams (name) select 'Team ' || n from generate_series(1, 199) as n`
        await save(tx)
      }),
    ).rejects.toMatchObject({ detail: 'team.too_many' })
  })
})

describe('a member', () => {
  it('does not lead a team any more that they are taken out of', async () => {
    await stage.as('manager', async (tx) => {
      await tx`delete from public.team_members where team_id = ${OWN.team} and user_id = ${ID.user}`
      expect(await teams(tx)).toMatchObject([{ lead_id: null, members: 1 }])
    })
  })

  it('does not come back as deputy when all leave a team at once', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.teams set deputy_id = ${ID.viewer} where id = ${OWN.team}`
      await tx`delete from public.team_members where team_id = ${OWN.team}`
      expect(await teams(tx)).toMatchObject([{ lead_id: null, deputy_id: null, members: 0 }])
    })
  })

  it('leaves ten teams with the account, and leads none of them', async () => {
    await stage.as('admin', async (tx) => {
      for (let n = 1; n <= 10; n++)
        await save(tx, { name: `Team ${n}`, lead: ID.colleague, members: [ID.user] })
      await tx`select public.remove_member(${ID.colleague})`
      const left = (await teams(tx)).filter(({ name }: { name: string }) => /\d/.test(name))
      expect(left).toHaveLength(10)
      for (const team of left) expect(team).toMatchObject({ lead_id: null, members: 1 })
    })
  })
})

describe('delete_team', () => {
  const end = (tx: Tx, team: string, into: string | null = null) =>
    tx`select public.delete_team(${team}, ${into}::uuid)`

  it('deletes a team and enters it into the audit log', async () => {
    await stage.as('admin', async (tx) => {
      await end(tx, OWN.team)
      expect(await teams(tx)).toEqual([])
      expect(await audit(tx)).toContain('team_deleted Team Finance')
    })
  })

  it('gives the members to the team that it is merged into', async () => {
    await stage.as('manager', async (tx) => {
      const into = await save(tx, { members: [ID.viewer, ID.colleague] })
      await end(tx, OWN.team, into)
      expect(await members(tx, into)).toEqual([ID.user, ID.viewer, ID.colleague])
      expect(await teams(tx)).toHaveLength(1)
    })
  })

  it.each<[string, string, string | null, string]>([
    ['a team of another account', OWN.rivalTeam, null, 'team.gone'],
    ['a merge into one of another account', OWN.team, OWN.rivalTeam, 'team.gone'],
    ['a merge into itself', OWN.team, OWN.team, 'team.into_itself'],
  ])('refuses %s', async (_, team, into, detail) => {
    await expect(stage.as('admin', (tx) => end(tx, team, into))).rejects.toMatchObject({ detail })
  })
})

describe('add_teams_of_departments', () => {
  it('makes a team of each department that members show, and leaves out those that there are', async () => {
    await stage.admin`update public.profiles set privacy_department_visible = id <> ${ID.manager},
      department = case id when ${ID.user} then 'Legal' when ${ID.viewer} then 'legal '
        when ${ID.colleague} then 'team finance' when ${ID.manager} then 'Secret' end
      where account_id = ${ID.acme}`
    await stage.as('admin', async (tx) => {
      const [made] = await tx`select public.add_teams_of_departments() as count`
      expect(made).toEqual({ count: 1 })
      expect(await teams(tx)).toMatchObject([
        { name: 'Legal', members: 2 },
        { name: 'Team Finance', members: 2 },
      ])
      const [again] = await tx`select public.add_teams_of_departments() as count`
      expect(again).toEqual({ count: 0 })
    })
  })
})

describe('the undo of the end of a team', () => {
  interface Ended {
    into?: string | null
    receiver?: string | null
  }
  const end = async (tx: Tx, { into = null, receiver = null }: Ended = {}) => {
    await tx`select public.delete_team(${OWN.team}, ${into}::uuid, ${receiver}::uuid)`
    const [act] = await tx<
      { id: string }[]
    >`select id from public.acts where ended_team ->> 'id' = ${OWN.team}`
    return act?.id ?? ''
  }
  const undo = async (tx: Tx, act: string) =>
    (await tx`select public.undo_act(${act}) as answer`)[0]?.['answer']
  const owners = async (tx: Tx) =>
    (
      await tx`select id, owner_id, team_id from public.systems where id in (${ID.ledger}, ${ID.billing}) order by id`
    ).map((row) => ({ ...row }))
  /** Makes the team of three members own a system, and another one in the bin. */
  const arrange = async (tx: Tx) => {
    await save(tx, {
      name: 'Team Finance',
      team: OWN.team,
      members: [ID.viewer],
      lead: ID.user,
      deputy: ID.colleague,
    })
    await tx`update public.systems set team_id = ${OWN.team} where id in (${ID.ledger}, ${ID.billing})`
    await tx`update public.teams set mail = 'us@acme.example', notices = 'all' where id = ${OWN.team}`
    await tx`select public.delete_records('system', ${`{${ID.billing}}`}::uuid[])`
    await tx`select set_config('cairn.act', '', true)`
    return { teams: await teams(tx), members: await members(tx, OWN.team), owners: await owners(tx) }
  }
  const seen = async (tx: Tx) => ({
    ...{ teams: await teams(tx), members: await members(tx, OWN.team), owners: await owners(tx) },
  })

  it.each<[string, (tx: Tx) => Promise<Ended>]>([
    ['deleted', async () => ({})],
    ['deleted, whose records a member got', async () => ({ receiver: ID.viewer })],
    ['merged', async (tx) => ({ into: await save(tx, { members: [ID.user, ID.manager] }) })],
  ])('restores a team that was %s, with its members and records', async (_, ending) => {
    const found = await stage.as('admin', async (tx) => {
      const ended = await ending(tx)
      const before = await arrange(tx)
      const act = await end(tx, ended)
      const between = await teams(tx)
      const answer = await undo(tx, act)
      await tx`select public.restore_from_bin(${`{${ID.billing}}`}::uuid[])`
      const [billing] = await tx`select owner_id, team_id from public.systems where id = ${ID.billing}`
      return { before, between, answer, after: await seen(tx), billing }
    })
    expect(found.between).toHaveLength(found.before.teams.length - 1)
    expect(found.answer).toMatchObject({ undone: 1, left: [], team: { name: 'Team Finance', left: 0 } })
    expect(found.after.teams).toEqual(
      found.before.teams.map((team: { id: string }) =>
        team.id === OWN.team ? expect.objectContaining({ ...team, records: 2 }) : team,
      ),
    )
    expect(found.after.members).toEqual(found.before.members)
    expect(found.after.owners).toContainEqual({ id: ID.ledger, owner_id: null, team_id: OWN.team })
    expect({ ...found.billing }).toEqual({ owner_id: null, team_id: OWN.team })
  })

  it('restores a team that owned nothing', async () => {
    await stage.as('manager', async (tx) => {
      const act = await end(tx)
      expect(await undo(tx, act)).toMatchObject({ undone: 0, team: { name: 'Team Finance', left: 0 } })
      expect(await teams(tx)).toMatchObject([{ id: OWN.team, lead_id: ID.user }])
    })
  })

  it('leaves members out who have left the account, and records that have another owner by now', async () => {
    await stage.as('admin', async (tx) => {
      await arrange(tx)
      const act = await end(tx)
      await tx`select set_config('cairn.act', '', true)`
      await tx`select public.remove_member(${ID.colleague})`
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      expect(await undo(tx, act)).toMatchObject({
        ...{ undone: 0, team: { left: 1 } },
        left: [{ problem: 'changed', by_id: ID.admin, records: 1 }],
      })
      expect(await teams(tx)).toMatchObject([{ lead_id: ID.user, deputy_id: null, members: 2 }])
      expect(await owners(tx)).toContainEqual({ id: ID.ledger, owner_id: ID.viewer, team_id: null })
    })
  })

  it.each<[string, Actor, (tx: Tx, act: string) => Promise<unknown>, object]>([
    ['a second time', 'admin', undo, { code: 'HO001', detail: 'team.restored' }],
    [
      'after its name was taken',
      'manager',
      (tx) => save(tx, { name: 'TEAM finánce' }),
      { code: '23505', detail: 'team.name_taken' },
    ],
    ['by a user', 'user', async () => null, { code: '42501', detail: 'team.managers_only' }],
  ])('is refused %s', async (_, actor, meanwhile, refusal) => {
    await expect(
      stage.as('admin', async (tx) => {
        const act = await end(tx)
        await meanwhile(tx, act)
        await become(tx, actor)
        await undo(tx, act)
      }),
    ).rejects.toMatchObject(refusal)
  })
})
