import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMembers, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const personOf = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`

/** Adds a team that stays. */
async function newTeam(name: string, members: readonly string[] = []): Promise<string> {
  const [row] = await stage.as(
    'manager',
    (tx) => tx<{ id: string }[]>`select public.save_team(${name}, ${`{${members}}`}::uuid[]) as id`,
    { keep: true },
  )
  return row?.id ?? ''
}

/** Runs both as two managers at once: the first holds its transaction until the second has to wait for it. */
async function atOnce(first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) {
  const { outcome } = await stage.as(
    'admin',
    async (tx) => {
      await first(tx)
      const outcome = stage.as('manager', second, { keep: true }).then(
        () => 'done',
        (error: unknown) => error,
      )
      await stage.untilWaiting(1)
      return { outcome }
    },
    { keep: true },
  )
  return outcome
}

const held = async (team: string) => {
  const [row] = await stage.admin`
    select count(*)::int as members, (select t.lead_id from public.teams t where t.id = ${team}) as lead
    from public.team_members m where m.team_id = ${team}`
  return { ...row }
}

describe('two managers at once', () => {
  const merge = (tx: Tx, team: string, into: string) => tx`select public.delete_team(${team}, ${into})`

  it('merge two teams into each other, and the second learns that its team is gone', async () => {
    const [one, two] = [await newTeam('One', [ID.user]), await newTeam('Two', [ID.viewer])]
    const outcome = await atOnce(
      (tx) => merge(tx, one, two),
      (tx) => merge(tx, two, one),
    )
    expect(outcome).toMatchObject({ code: 'PT404', detail: 'team.gone' })
    expect(await held(two)).toEqual({ members: 2, lead: null })
  })

  it('merge the same two teams, and the second learns that its team is gone', async () => {
    const [one, two] = [await newTeam('Three', [ID.user]), await newTeam('Four')]
    const outcome = await atOnce(
      (tx) => merge(tx, one, two),
      (tx) => merge(tx, one, two),
    )
    expect(outcome).toMatchObject({ code: 'PT404', detail: 'team.gone' })
    expect(await held(two)).toEqual({ members: 1, lead: null })
  })

  it('rename two teams to one name, and the second learns that it is taken', async () => {
    const [one, two] = [await newTeam('Five'), await newTeam('Six')]
    const rename = (team: string, name: string) => (tx: Tx) =>
      tx`update public.teams set name = ${name} where id = ${team}`
    expect(await atOnce(rename(one, 'Same'), rename(two, 'SAME'))).toMatchObject({
      code: '23505',
      constraint_name: 'teams_account_id_name_key',
    })
    const names = await stage.admin`select name from public.teams where id in (${one}, ${two}) order by name`
    expect(names.map(({ name }) => name)).toEqual(['Same', 'Six'])
  })

  it('add the 200th team, and the second learns that there are as many as there may be', async () => {
    await stage.admin`insert into public.teams (account_id, name)
      select ${ID.acme}, 'Team ' || n
      from generate_series(1, 199 - (select count(*)::int from public.teams where account_id = ${ID.acme})) as n`
    const add = (name: string) => (tx: Tx) => tx`insert into public.teams (name) values (${name})`
    expect(await atOnce(add('Last'), add('One more'))).toMatchObject({ detail: 'team.too_many' })
    await stage.admin`delete from public.teams where name like 'Team %' and account_id = ${ID.acme}`
  })
})

describe('a team of 500 members', () => {
  let team: string
  beforeAll(async () => {
    const people = Array.from({ length: 502 }, (_, n) => personOf(n))
    await addMembers(stage.admin, people)
    team = await newTeam('Everybody', people.slice(0, 499))
  })

  const add = (n: number) => (tx: Tx) =>
    tx`insert into public.team_members (team_id, user_id) values (${team}, ${personOf(n)})`

  it('takes no 501st, also where two managers add the last one at once', async () => {
    expect(await atOnce(add(499), add(500))).toMatchObject({ code: '23514', detail: 'team.too_many_members' })
    await expect(stage.as('admin', add(501))).rejects.toMatchObject({ detail: 'team.too_many_members' })
    expect(await held(team)).toMatchObject({ members: 500 })
  })

  it('loses all of them at once, each by a request of their own, and its lead with them', async () => {
    await stage.admin`update public.teams set lead_id = ${personOf(7)}, deputy_id = ${personOf(8)} where id = ${team}`
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        stage.as(
          n % 2 === 0 ? 'manager' : 'admin',
          (tx) => tx`delete from public.team_members where team_id = ${team} and user_id = ${personOf(n)}`,
          { keep: true },
        ),
      ),
    )
    expect(await held(team)).toEqual({ members: 0, lead: null })
  })
})
