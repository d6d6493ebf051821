import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMembers, ID, type Person } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.group_rules`
  await stage.admin`delete from public.team_members where team_id = ${OWN.team} and user_id = ${ID.colleague}`
  await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.colleague}`
  await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.deputy}`
  await stage.admin`delete from private.levels_of_groups`
})

type Tx = postgres.TransactionSql

interface Rule {
  group?: string
  team?: string | null
  level?: string | null
  claim?: string
  provider?: string
}

const rule = async ({
  group = 'finance',
  team = null,
  level = null,
  claim = 'groups',
  provider = 'keycloak',
}: Rule) => {
  await stage.as(
    'admin',
    (tx) => tx`insert into public.group_rules (provider, claim, group_name, team_id, level)
      values (${provider}, ${claim}, ${group}, ${team}, ${level})`,
    { keep: true },
  )
}

interface SignIn {
  person?: string
  provider?: string
  address?: string | null
}

/** A sign-in at which the provider names these groups, or says something else. */
const signIn = (
  claims: Readonly<Record<string, readonly string[] | null>>,
  { person = ID.colleague, provider = 'keycloak', address = 'Cleo@acme.test' }: SignIn = {},
) =>
  stage.auth`select public.follow_groups(${JSON.stringify({ user_id: person, provider, address, claims })}::text::jsonb)`

const inTeam = async (person: string = ID.colleague) =>
  (await stage.admin`select from public.team_members where team_id = ${OWN.team} and user_id = ${person}`)
    .count === 1

const level = async (person: string = ID.colleague) => {
  const [row] =
    await stage.admin`select permission_level from public.account_members where user_id = ${person}`
  return row?.['permission_level']
}

const GROUP = { groups: ['staff', 'finance'] }
const NONE = { groups: ['staff'] }

describe('a group that a rule names', () => {
  it('fills the team at sign-in, empties it again, and both are in the audit log', async () => {
    await rule({ team: OWN.team })
    await signIn(GROUP)
    expect(await inTeam()).toBe(true)
    await signIn(GROUP)
    await signIn(NONE)
    expect(await inTeam()).toBe(false)
    const entries = await stage.admin`select action, user_id, details from public.security_audit_log
      where action like 'team_member%' and details ->> 'member_id' = ${ID.colleague}
      and details ? 'provider' order by created_at, action`
    const details = { name: 'Team Finance', member_id: ID.colleague, provider: 'keycloak' }
    expect(entries.map((entry) => ({ ...entry }))).toEqual([
      { action: 'team_member_added', user_id: null, details },
      { action: 'team_member_removed', user_id: null, details },
    ])
  })

  it('takes nobody out whom a manager added', async () => {
    await rule({ team: OWN.team })
    await stage.as(
      'manager',
      (tx) => tx`insert into public.team_members (team_id, user_id) values (${OWN.team}, ${ID.colleague})`,
      { keep: true },
    )
    await signIn(GROUP)
    await signIn(NONE)
    expect(await inTeam()).toBe(true)
  })

  it('takes nobody out at a sign-in by another provider', async () => {
    await rule({ team: OWN.team })
    await signIn(GROUP)
    await signIn({}, { provider: 'saml' })
    expect(await inTeam()).toBe(true)
  })

  it('takes out those whom it filled once its rule is deleted', async () => {
    await rule({ team: OWN.team })
    await signIn(GROUP)
    await stage.as('admin', (tx) => tx`delete from public.group_rules`, { keep: true })
    await signIn(GROUP)
    expect(await inTeam()).toBe(false)
  })

  it.each<[string, Parameters<typeof signIn>[0], boolean]>([
    ['leave where the claim is missing', {}, false],
    ['leave where it names no group', { groups: [] }, false],
    ['stay where it is not known which groups there are', { groups: null }, true],
    ['leave where only another claim names the group', { roles: ['finance'], groups: [] }, false],
    ['leave where the group has other capitals', { groups: ['Finance'] }, false],
  ])('lets its members %s', async (_, claims, stays) => {
    await rule({ team: OWN.team, level: 'manager' })
    await signIn(GROUP)
    await signIn(claims)
    expect([await inTeam(), await level()]).toEqual(stays ? [true, 'manager'] : [false, 'user'])
  })

  it('is one of 5,000', async () => {
    await rule({ team: OWN.team })
    await signIn({ groups: [...Array.from({ length: 4_999 }, (_, n) => `group ${n}`), 'finance'] })
    expect(await inTeam()).toBe(true)
  })

  it('is found in an attribute of single sign-on without regard to capitals of its name', async () => {
    await rule({ team: OWN.team, provider: 'saml', claim: 'http://schemas.xmlsoap.org/claims/Group' })
    await signIn({ 'http://schemas.xmlsoap.org/claims/group': ['finance'] }, { provider: 'saml' })
    expect(await inTeam()).toBe(true)
  })

  it('fills no team that is full, and lets the person in', async () => {
    const ids = Array.from(
      { length: 498 },
      (_, n) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
    )
    await addMembers(stage.admin, ids)
    await stage.admin`insert into public.team_members (account_id, team_id, user_id)
      select ${ID.acme}, ${OWN.team}, p.id from unnest(${`{${ids}}`}::uuid[]) as p (id)`
    await rule({ team: OWN.team, level: 'manager' })
    await signIn(GROUP)
    expect([await inTeam(), await level()]).toEqual([false, 'manager'])
    const [entry] =
      await stage.admin`select details ->> 'name' as name from public.security_audit_log where action = 'team_full'`
    expect(entry).toEqual({ name: 'Team Finance' })
    await stage.admin`delete from public.account_members where user_id = any (${`{${ids}}`}::uuid[])`
  })
})

describe('the level of a rule', () => {
  it('is the highest of those that match, and goes with the group', async () => {
    await rule({ level: 'viewer', group: 'staff' })
    await rule({ level: 'manager' })
    await signIn(GROUP)
    expect(await level()).toBe('manager')
    await signIn(NONE)
    expect(await level()).toBe('viewer')
    await signIn({ groups: [] })
    expect(await level()).toBe('viewer')
  })

  it('is not taken back where an admin has given another one since', async () => {
    await rule({ level: 'manager' })
    await signIn(GROUP)
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.colleague}`
    await signIn(NONE)
    expect(await level()).toBe('admin')
  })

  it('does not give back more than the present one when the group is gone', async () => {
    await stage.admin`update public.account_members set permission_level = 'manager' where user_id = ${ID.colleague}`
    await rule({ level: 'viewer' })
    await signIn(GROUP)
    await signIn(NONE)
    expect(await level()).toBe('viewer')
  })

  it('does not lower the last admin, and lowers another one', async () => {
    await rule({ level: 'user' })
    await signIn(GROUP, { person: ID.deputy, address: 'dan@acme.test' })
    expect(await level(ID.deputy)).toBe('user')
    await signIn(GROUP, { person: ID.admin, address: 'ada@acme.test' })
    expect(await level(ID.admin)).toBe('admin')
  })

  it('leaves one admin where the last two lose their group at once', async () => {
    await rule({ level: 'user' })
    await Promise.all([
      signIn(GROUP, { person: ID.deputy, address: 'dan@acme.test' }),
      signIn(GROUP, { person: ID.admin, address: 'ada@acme.test' }),
    ])
    expect([await level(ID.deputy), await level(ID.admin)].sort()).toEqual(['admin', 'user'])
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.admin}`
  })
})

describe('a provider', () => {
  it.each<[string, SignIn]>([
    ['an address of another account’s domain', { address: 'cleo@rival.test' }],
    ['no address', { address: null }],
    ['a member of another account', { person: ID.rival, address: 'rex@rival.test' }],
    ['a person without an account', { person: ID.unplaced, address: 'lou@gmail.com' }],
    ['a member who has left', { person: ID.former, address: 'fay@acme.test' }],
  ])('changes nothing where it vouches for %s', async (_, who) => {
    await rule({ team: OWN.team, level: 'admin' })
    await signIn(GROUP, who)
    expect([await inTeam(who.person), await level(), await level(ID.rival)]).toEqual([false, 'user', 'admin'])
  })

  it.each<[string, readonly string[]]>([
    ['a team', [OWN.team, 'Team Finance']],
    ['an account', [ID.acme]],
    ['a level or a role', ['admin', 'service_role', 'cairn_owner']],
  ])('gives nothing by naming %s', async (_, groups) => {
    await rule({ team: OWN.team, level: 'admin' })
    await signIn({ groups })
    expect([await inTeam(), await level()]).toEqual([false, 'user'])
  })
})

describe('the rule that brought a member in', () => {
  const ruleOf = async () => {
    const [row] = await stage.admin<{ group_name: string | null; filled_by: string | null }[]>`
      select r.group_name, m.filled_by from public.team_members m left join public.group_rules r on r.id = m.rule_id
      where m.team_id = ${OWN.team} and m.user_id = ${ID.colleague}`
    return row === undefined ? null : { ...row }
  }

  it('stands with the membership, also where another one takes its place or it is deleted', async () => {
    await rule({ team: OWN.team })
    await rule({ team: OWN.team, group: 'staff' })
    await signIn({ groups: ['staff'] })
    expect(await ruleOf()).toEqual({ group_name: 'staff', filled_by: 'keycloak' })
    await signIn({ groups: ['finance'] })
    expect(await ruleOf()).toEqual({ group_name: 'finance', filled_by: 'keycloak' })
    await stage.admin`delete from public.group_rules where group_name = 'finance'`
    expect(await ruleOf()).toEqual({ group_name: null, filled_by: 'keycloak' })
  })

  it('stands with none whom a manager added', async () => {
    await rule({ team: OWN.team })
    await stage.admin`insert into public.team_members (account_id, team_id, user_id)
      values (${ID.acme}, ${OWN.team}, ${ID.colleague})`
    await signIn(GROUP)
    expect(await ruleOf()).toEqual({ group_name: null, filled_by: null })
  })

  it('is counted for admins, and its group is hidden from others', async () => {
    await rule({ team: OWN.team })
    await signIn(GROUP)
    const seen = (person: Person) =>
      stage.as(
        person,
        (tx) => tx`select m.user_id, r.group_name from public.team_members m
          left join public.group_rules r on r.id = m.rule_id
          where m.team_id = ${OWN.team} and m.filled_by is not null`,
      )
    expect((await seen('admin')).map((row) => ({ ...row }))).toEqual([
      { user_id: ID.colleague, group_name: 'finance' },
    ])
    expect((await seen('viewer')).map((row) => ({ ...row }))).toEqual([
      { user_id: ID.colleague, group_name: null },
    ])
  })
})

describe('the rule of a team', () => {
  const rules = (tx: Tx) => tx`select team_id, group_name from public.group_rules order by group_name`
  const into = async (tx: Tx) => {
    const [row] = await tx<{ id: string }[]>`select public.save_team('Team Legal', '{}'::uuid[]) as id`
    return row?.id ?? ''
  }

  it('moves with the team that it is merged into, once, and so do those whom it filled', async () => {
    await rule({ team: OWN.team })
    await rule({ team: OWN.team, group: 'money' })
    await signIn(GROUP)
    await stage.as('admin', async (tx) => {
      const legal = await into(tx)
      await tx`insert into public.group_rules (provider, group_name, team_id) values ('keycloak', 'finance', ${legal})`
      await tx`select public.delete_team(${OWN.team}, ${legal})`
      expect((await rules(tx)).map((row) => ({ ...row }))).toEqual([
        { team_id: legal, group_name: 'finance' },
        { team_id: legal, group_name: 'money' },
      ])
      const [member] = await tx`select filled_by from public.team_members
        where team_id = ${legal} and user_id = ${ID.colleague}`
      expect(member).toEqual({ filled_by: 'keycloak' })
    })
  })

  it('goes with the team, and the audit log says so', async () => {
    await rule({ team: OWN.team })
    await stage.as('admin', async (tx) => {
      await tx`select public.delete_team(${OWN.team})`
      expect(await rules(tx)).toHaveLength(0)
      const [entry] =
        await tx`select details from public.security_audit_log where action = 'group_rule_deleted'
        and details ->> 'name' = 'Team Finance' order by created_at desc limit 1`
      expect(entry?.['details']).toMatchObject({ provider: 'keycloak', group: 'finance', claim: 'groups' })
    })
  })

  it.each([
    ['deletion', () => Promise.resolve(null)],
    ['merge', into],
  ])('comes back when the %s of its team is undone, and so do those whom it filled', async (_, receiver) => {
    await rule({ team: OWN.team })
    await rule({ team: OWN.team, group: 'money', level: 'manager' })
    await signIn({ groups: ['finance'] })
    await stage.as('admin', async (tx) => {
      const before = await tx`select * from public.group_rules order by id`
      const other = await receiver(tx)
      if (other !== null)
        await tx`insert into public.group_rules (provider, group_name, team_id) values ('keycloak', 'finance', ${other})`
      await tx`select public.delete_team(${OWN.team}, ${other})`
      await tx`select public.undo_act(a.id) from public.acts a where a.ended_team ->> 'id' = ${OWN.team}`
      expect(await tx`select * from public.group_rules where team_id = ${OWN.team} order by id`).toEqual(
        before,
      )
      const [member] = await tx`select m.filled_by, r.group_name from public.team_members m
        left join public.group_rules r on r.id = m.rule_id
        where m.team_id = ${OWN.team} and m.user_id = ${ID.colleague}`
      expect(member).toEqual({ filled_by: 'keycloak', group_name: 'finance' })
    })
  })

  it.each<[string, Rule, string]>([
    ['gives nothing', {}, 'group_rule.gives_nothing'],
    ['gives a level that there is not', { level: 'owner' }, 'group_rule.level'],
    ['names no group', { level: 'user', group: '' }, 'group_rule.group'],
    ['names a group of 10 kB', { level: 'user', group: 'x'.repeat(10_000) }, 'group_rule.group'],
  ])('is refused where it %s', async (_, refused, detail) => {
    await expect(rule(refused)).rejects.toMatchObject({
      code: '23514',
      detail: expect.stringContaining(detail),
    })
  })

  it('is refused as the 501st, and with a team of another account', async () => {
    await expect(rule({ team: OWN.rivalTeam })).rejects.toMatchObject({ code: '23503' })
    await expect(
      stage.as(
        'admin',
        (tx) => tx`insert into public.group_rules (provider, group_name, level)
        select 'keycloak', 'group ' || n, 'user' from generate_series(1, 501) as n`,
      ),
    ).rejects.toMatchObject({ detail: 'group_rule.too_many' })
  })
})
