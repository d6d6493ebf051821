import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const relate = (...ids: string[]) =>
  `update public.solutions set related_systems = '{${ids.join(',')}}' where id = '${ID.portal}'`

async function addSystem(name: string): Promise<string> {
  const [system] = await stage.admin<{ id: string }[]>`
    insert into public.systems (account_id, name) values (${ID.acme}, ${name}) returning id`
  return system?.id ?? ''
}

describe('values', () => {
  it('[DATA-27] [DATA-28] [SOL-26] have their defaults', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`insert into public.solutions (name) values ('Bare')`
      return tx`
        select account_id, description, status, owner_id, to_json(use_cases) as use_cases, to_json(users) as users,
          to_json(related_systems) as related_systems, details, created_by
        from public.solutions where name = 'Bare'`
    })
    expect(row).toEqual({
      account_id: ID.acme,
      description: '',
      status: 'active',
      owner_id: null,
      use_cases: [],
      users: [],
      related_systems: [],
      details: {},
      created_by: ID.user,
    })
  })

  it('[SOL-16] lists lose what is empty, doubled or invisible, and keep their order', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx.unsafe(`
        insert into public.solutions (name, use_cases, users, related_systems) values (
          'Lists',
          array[' Pay ', 'Hire', 'Pay', '', E'\\t', null, 'Hi\u202ere'],
          null,
          array['${ID.ledger}', '${ID.billing}', '${ID.ledger}']::uuid[]
        )`)
      return tx`
        select to_json(use_cases) as use_cases, to_json(users) as users, to_json(related_systems) as related_systems
        from public.solutions where name = 'Lists'`
    })
    expect(row).toEqual({
      use_cases: ['Pay', 'Hire'],
      users: [],
      related_systems: [ID.ledger, ID.billing],
    })
  })

  const refused: readonly [title: string, assignment: string, code: string][] = [
    ['a blank name', `name = E' \\t'`, '23514'],
    ['a name that is taken, in other letters', `name = 'INTRANET'`, '23505'],
    ['[DIS-27] a status that is none', `status = 'maintenance'`, '23514'],
    ['101 use cases', `use_cases = array(select n::text from generate_series(1, 101) n)`, '23514'],
    ['a use case of 201 characters', `use_cases = array[repeat('u', 201)]`, '23514'],
    ['101 users', `users = array(select n::text from generate_series(1, 101) n)`, '23514'],
    ['a user of 201 characters', `users = array[repeat('u', 201)]`, '23514'],
    [
      '101 related systems',
      `related_systems = array(select gen_random_uuid() from generate_series(1, 101))`,
      '23514',
    ],
    ['an owner in the other account', `owner_id = '${ID.rival}'`, '23503'],
    ['an owner who does not exist, all the same', `owner_id = '${ID.nobody}'`, '23503'],
  ]
  for (const [title, assignment, code] of refused) {
    it(`refuse ${title}`, async () => {
      const change = `update public.solutions set ${assignment} where id = '${ID.portal}'`
      expect(await stage.outcome('admin', change)).toEqual({ refused: code })
    })
  }

  it('allow the longest lists', async () => {
    const change = `
      update public.solutions
      set use_cases = array(select repeat('u', 197) || n from generate_series(1, 100) n),
        users = array(select repeat('u', 197) || n from generate_series(1, 100) n)
      where id = '${ID.portal}'`
    expect(await stage.outcome('user', change)).toBe(1)
  })
})

describe('related systems', () => {
  it('[SOL-18] are systems of the same account', async () => {
    expect(await stage.outcome('user', relate(ID.archive, ID.ledger))).toBe(1)
    expect(await stage.outcome('user', relate())).toBe(1)
  })

  it('of another account are refused like those that do not exist, in the same words', async () => {
    const refusal = (id: string) =>
      stage.as('admin', (tx) => tx.unsafe(relate(ID.billing, id))).catch((error: unknown) => error)
    expect(await refusal(ID.rivalSystem)).toMatchObject({
      code: '23503',
      message: 'A related system does not exist.',
    })
    expect(String(await refusal(ID.rivalSystem))).toBe(String(await refusal(ID.nobody)))
    expect(await stage.outcome('service', relate(ID.rivalSystem))).toEqual({ refused: '23503' })
  })

  it('reveal nothing to a stranger: a caller who may not add the solution learns of no system', async () => {
    const add = (id: string) =>
      `insert into public.solutions (name, account_id, related_systems) values ('Probe', '${ID.acme}', '{${id}}')`
    expect(await stage.outcome('rival', add(ID.billing))).toEqual({ refused: '42501' })
    expect(await stage.outcome('rival', add(ID.nobody))).toEqual({ refused: '42501' })
  })

  it('are checked again when the solution moves to another account', async () => {
    const move = `
      update public.solutions set account_id = '${ID.rivals}', created_by = null, updated_by = null
      where id = '${ID.intranet}'`
    await stage.admin.unsafe(
      `update public.solutions set related_systems = '{${ID.archive}}' where id = '${ID.intranet}'`,
    )
    expect(await stage.outcome('service', move)).toEqual({ refused: '23503' })
  })
})

describe('[GAP-13] a deleted system', () => {
  const listOf = 'select to_json(related_systems) as list, updated_by from public.solutions where id = '

  it('leaves every list in the same transaction, and the history says so', async () => {
    const { row, history, others } = await stage.as('manager', async (tx) => {
      await tx`delete from public.systems where id = ${ID.billing}`
      return {
        row: (await tx.unsafe(`${listOf}'${ID.portal}'`))[0],
        history: await tx`
          select field, changed_by from public.record_history where record_id = ${ID.portal} and action = 'updated'
          order by changed_at desc limit 1`,
        others: await tx`
          select from public.record_history where record_id = ${ID.intranet} and changed_by = ${ID.manager}`,
      }
    })
    expect(row).toEqual({ list: [ID.ledger], updated_by: ID.manager })
    expect(history.map((line) => ({ ...line }))).toEqual([
      { field: 'related_systems', changed_by: ID.manager },
    ])
    expect(others).toHaveLength(0)
  })

  it('leaves lists of people who may not change the solution, or have solutions switched off', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      await tx`insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'solutions', false)`
      await tx`update public.systems set owner_id = ${ID.colleague} where id = ${ID.billing}`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID.colleague })}, true)`
      await tx`delete from public.systems where id = ${ID.billing}`
      return tx.unsafe(`${listOf}'${ID.portal}'`)
    })
    expect(row).toMatchObject({ list: [ID.ledger] })
  })

  it('leaves them with many others at once, and the other account’s lists stay', async () => {
    const rows = await stage.as('service', async (tx) => {
      await tx`delete from public.systems where account_id = ${ID.acme}`
      return tx`select name, to_json(related_systems) as list from public.solutions order by name`
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { name: 'Intranet', list: [] },
      { name: 'Portal', list: [] },
      { name: 'Secret portal', list: [ID.rivalSystem] },
    ])
  })

  it('is refused to a list that adds it at the same moment, without waiting', async () => {
    const id = await addSystem('Leaving')
    await stage.admin.begin(async (tx) => {
      await tx`delete from public.systems where id = ${id}`
      expect(await stage.outcome('user', relate(id))).toEqual({ refused: '23503' })
    })
  })

  it('and a list that changes at the same moment do not deadlock', async () => {
    const [listed, wanted] = [await addSystem('Listed'), await addSystem('Wanted by one')]
    await stage.admin.unsafe(relate(listed))
    const { deletion } = await stage.admin.begin(async (tx) => {
      // The transaction holds the solution, and waits for a system whose deletion is under way.
      await tx`select from public.solutions where id = ${ID.portal} for no key update`
      const remove = stage.admin`delete from public.systems where id in (${listed}, ${wanted})`
      const waiting = { deletion: outcomeOf(remove) }
      await stage.untilWaiting(1)
      expect(await outcomeOf(tx.savepoint((point) => point.unsafe(relate(listed, wanted))))).toEqual({
        refused: '23503',
      })
      return waiting
    })
    expect(await deletion).toBe(2)
  })

  it('waits for a list that is just taking it, and then leaves it', async () => {
    const id = await addSystem('Wanted')
    const { second } = await stage.admin.begin(async (tx) => {
      await tx.unsafe(relate(id, ID.ledger))
      const waiting = { second: outcomeOf(stage.admin`delete from public.systems where id = ${id}`) }
      await stage.untilWaiting(1)
      return waiting
    })
    expect(await second).toBe(1)
    const [row] = await stage.admin.unsafe(`${listOf}'${ID.portal}'`)
    expect(row).toMatchObject({ list: [ID.ledger] })
  })
})

describe('when a member leaves', () => {
  it('solutions, agents and automations stay unchanged, without their names', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      return tx`
        select name, created_by, created_at = updated_at as untouched from public.agents where id = ${ID.helper}
        union all
        select name, created_by, created_at = updated_at from public.automations where id = ${ID.invoices}
        union all
        select name, created_by, true from public.solutions where id = ${ID.portal}`
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { name: 'Helper', created_by: null, untouched: true },
      { name: 'Invoices', created_by: null, untouched: true },
      { name: 'Portal', created_by: null, untouched: true },
    ])
  })
})

it('deletes everything with its account', async () => {
  const rows = await stage.as('service', async (tx) => {
    await tx`delete from public.accounts where id = ${ID.acme}`
    return tx`
      select from public.solutions where account_id = ${ID.acme}
      union all select from public.solution_agents where account_id = ${ID.acme}
      union all select from public.solution_automations where account_id = ${ID.acme}
      union all select from public.agents where account_id = ${ID.acme}
      union all select from public.record_history where account_id = ${ID.acme}`
  })
  expect(rows).toHaveLength(0)
})
