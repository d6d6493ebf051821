import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { remove } from '../support/handovers.ts'
import { openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
/** Two teams with the colleague in the first or both, in the order in which a merge holds them. */
let first: string
let second: string
beforeAll(async () => {
  stage = await openStage()
  const teams = await stage.admin<{ id: string }[]>`
    insert into public.teams (account_id, name) values (${ID.acme}, 'Merged One'), (${ID.acme}, 'Merged Two') returning id`
  const [low = '', high = ''] = teams.map(({ id }) => id).toSorted()
  first = low
  second = high
  await stage.admin`insert into public.group_rules (account_id, provider, group_name, team_id)
    values (${ID.acme}, 'keycloak', 'first', ${first})`
})
afterAll(() => stage?.close())

/** Puts the colleague into teams, by a rule or as a lead, and out of all others. */
async function arrange(teams: readonly string[], { leads = false } = {}) {
  await stage.admin`update public.teams set lead_id = null where id in (${first}, ${second})`
  await stage.admin`delete from public.team_members where team_id in (${first}, ${second})`
  for (const team of teams)
    await stage.admin`insert into public.team_members (account_id, team_id, user_id, filled_by)
      values (${ID.acme}, ${team}, ${ID.colleague}, ${leads ? null : 'keycloak'})`
  if (leads)
    await stage.admin`update public.teams set lead_id = ${ID.colleague} where id = ${teams[0] ?? null}`
}

/** Holds the first team as a merge does, lets the other begin and wait, and then goes on with the merge. */
async function mergeWhile(other: () => Promise<unknown>, gone: string, kept: string) {
  let outcome: Promise<unknown> = Promise.resolve()
  await stage.as('manager', async (tx) => {
    await tx`select from public.teams where id = ${first} for update`
    outcome = other().then(
      () => 'done',
      (error) => error,
    )
    await stage.untilWaiting(1)
    await tx`select public.delete_team(${gone}, ${kept})`
  })
  return outcome
}

const as = (person: Person, work: (tx: Tx) => Promise<unknown>) => () => stage.as(person, work)

describe('while two teams are merged', () => {
  it('a sign-in that leaves one of them and joins the other waits', async () => {
    await arrange([second])
    const event = {
      user_id: ID.colleague,
      provider: 'keycloak',
      address: 'Cleo@acme.test',
      claims: { groups: ['first'] },
    }
    const signIn = async () => stage.auth`select public.follow_groups(${JSON.stringify(event)}::text::jsonb)`
    expect(await mergeWhile(signIn, second, first)).toBe('done')
  })

  it('a lead who is taken out of the team that goes waits', async () => {
    await arrange([first], { leads: true })
    const takenOut = as(
      'admin',
      (tx) => tx`delete from public.team_members
      where team_id = ${first} and user_id = ${ID.colleague}`,
    )
    expect(await mergeWhile(takenOut, first, second)).toBe('done')
  })

  it('a change of the lead waits', async () => {
    await arrange([first])
    const led = as('admin', (tx) => tx`update public.teams set lead_id = ${ID.user} where id = ${first}`)
    expect(await mergeWhile(led, first, second)).toBe('done')
  })

  it('a form of the team that goes waits', async () => {
    await arrange([first], { leads: true })
    const saved = as(
      'admin',
      (tx) => tx`select public.save_team('Merged Anew', array[${ID.user}]::uuid[], ${first}, ${ID.user})`,
    )
    expect(await mergeWhile(saved, first, second)).toBe('done')
  })

  it('a lead who is removed from the account waits', async () => {
    await arrange([first], { leads: true })
    expect(
      await mergeWhile(
        as('admin', (tx) => remove(tx, ID.colleague)),
        first,
        second,
      ),
    ).toBe('done')
  })
})
