import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Stamped {
  created_by: string | null
  updated_by: string | null
  age_seconds: number
  untouched: boolean
}

const stampsOf = (name: string) => `
  select created_by, updated_by, extract(epoch from now() - updated_at)::float8 as age_seconds,
    created_at = updated_at as untouched
  from public.systems where name = '${name}'`

describe('the author and time of a row', () => {
  it('[DATA-25] are set by the database, whatever is sent', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`
        insert into public.systems (name, created_by, updated_by, account_id)
        values ('Mine', ${ID.admin}, ${ID.admin}, ${ID.acme})`
      return tx.unsafe<Stamped[]>(stampsOf('Mine'))
    })
    expect(row).toEqual({ created_by: ID.user, updated_by: ID.user, age_seconds: 0, untouched: true })
  })

  it('[CALL-33] follow a change, and name its author', async () => {
    await stage.admin`
      insert into public.systems (account_id, name, created_by, created_at, updated_at)
      values (${ID.acme}, 'Old', ${ID.user}, now() - interval '1 day', now() - interval '1 day')`
    const [row] = await stage.as('manager', async (tx) => {
      await tx`
        update public.systems set description = 'New', updated_at = '2020-01-01', updated_by = ${ID.user} where name = 'Old'`
      return tx.unsafe<Stamped[]>(stampsOf('Old'))
    })
    expect(row).toEqual({ created_by: ID.user, updated_by: ID.manager, age_seconds: 0, untouched: false })
  })

  it('stay where nothing changed', async () => {
    const [row] = await stage.as('manager', async (tx) => {
      await tx`update public.systems set name = name, updated_at = now() where name = 'Old'`
      return tx.unsafe<Stamped[]>(stampsOf('Old'))
    })
    expect(row).toMatchObject({ updated_by: null, untouched: true })
  })

  it('[CALL-41] include the assigner of an expert', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`
        insert into public.system_experts (system_id, expert_id, assigned_by)
        values (${ID.billing}, ${ID.viewer}, ${ID.admin})`
      return tx`select assigned_by from public.system_experts where system_id = ${ID.billing}`
    })
    expect(row).toEqual({ assigned_by: ID.user })
  })
})

describe('values', () => {
  it('[DATA-23] [SYS-18] have their defaults', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`insert into public.systems (name) values ('Bare')`
      return tx`select account_id, description, status, owner_id, details from public.systems where name = 'Bare'`
    })
    expect(row).toEqual({
      account_id: ID.acme,
      description: '',
      status: 'active',
      owner_id: null,
      details: {},
    })
  })

  it('clean a name of what makes it look like another', async () => {
    const name = '  Pay\u202eroll\n\t\u200bof  2026 '
    const [row] = await stage.as('user', async (tx) => {
      await tx`insert into public.systems (name) values (${name})`
      return tx`select count(*)::int from public.systems where name = 'Payroll of 2026'`
    })
    expect(row).toEqual({ count: 1 })
  })

  const refused: readonly [title: string, assignment: string, code: string][] = [
    ['[SYS-16] an empty name', `name = ''`, '23514'],
    ['[SYS-16] a blank name', `name = E' \\t\\n\\u00a0'`, '23514'],
    ['[OPEN-03] a name of 121 characters', `name = repeat('n', 121)`, '23514'],
    ['[OPEN-03] a name that is taken, in other letters', `name = 'LEDGER'`, '23505'],
    ['a description of 2,001 characters', `description = repeat('d', 2001)`, '23514'],
    ['[DATA-26] a status that is none', `status = 'retired'`, '23514'],
    ['details that are no object', `details = '[1]'`, '23514'],
    ['details beyond 200 kB', `details = jsonb_build_object('x', repeat('y', 200000))`, '23514'],
    ['an owner in the other account', `owner_id = '${ID.rival}'`, '23503'],
    ['an owner who does not exist, all the same', `owner_id = '${ID.nobody}'`, '23503'],
    ['an owner without an account', `owner_id = '${ID.unplaced}'`, '23503'],
  ]
  for (const [title, assignment, code] of refused) {
    it(`refuse ${title}`, async () => {
      const change = `update public.systems set ${assignment} where id = '${ID.billing}'`
      expect(await stage.outcome('admin', change)).toEqual({ refused: code })
    })
  }

  it('say in words that a name is taken, and nothing about names elsewhere', async () => {
    const add = (name: string) =>
      stage.as('user', (tx) => tx`insert into public.systems (name) values (${name})`)
    await expect(add('LEDGER')).rejects.toMatchObject({
      code: '23505',
      message: 'A system with this name already exists.',
      constraint_name: 'systems_account_id_name_key',
    })
    expect((await add('Secret plans')).count).toBe(1)
  })

  it('are unique for two who come at the same moment', async () => {
    const add = (name: string) =>
      stage.as('user', (tx) => tx`insert into public.systems (name) values (${name})`)
    const { second } = await stage.admin.begin(async (tx) => {
      await tx`insert into public.systems (account_id, name) values (${ID.acme}, 'Twin')`
      const waiting = { second: outcomeOf(add('twin')) }
      await stage.untilWaiting(1)
      return waiting
    })
    expect(await second).toEqual({ refused: '23505' })
    await stage.admin`delete from public.systems where name = 'Twin'`
  })

  it('allow the longest name and description, and the same name in another account', async () => {
    const [name, description] = ['n'.repeat(120), 'd'.repeat(2000)]
    expect(
      await stage.as('admin', (tx) =>
        outcomeOf(
          tx`update public.systems set name = ${name}, description = ${description} where id = ${ID.billing}`,
        ),
      ),
    ).toBe(1)
    expect(await stage.outcome('rival', `insert into public.systems (name) values ('billing')`)).toBe(1)
  })
})

describe('when a member leaves', () => {
  it('their systems stay unchanged, without their name', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      return tx`select name, owner_id, created_by, created_at = updated_at as untouched
        from public.systems where id in (${ID.billing}, ${ID.archive}) order by name`
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { name: 'Archive', owner_id: null, created_by: ID.colleague, untouched: true },
      { name: 'Billing', owner_id: null, created_by: null, untouched: true },
    ])
  })

  it('they are no longer an expert', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      return tx`select from public.system_experts where system_id = ${ID.ledger}`
    })
    expect(rows).toHaveLength(0)
  })
})

it('[GAP-13] deletes the experts with their system', async () => {
  const rows = await stage.as('admin', async (tx) => {
    await tx`delete from public.systems where id = ${ID.ledger}`
    return tx`select from public.system_experts where system_id = ${ID.ledger}`
  })
  expect(rows).toHaveLength(0)
})

describe('a switched-off feature', () => {
  const writes = [
    `insert into public.systems (name) values ('New')`,
    `update public.systems set name = 'Renamed' where id = '${ID.billing}'`,
    `delete from public.systems where id = '${ID.billing}'`,
    `insert into public.system_experts (system_id, expert_id) values ('${ID.billing}', '${ID.user}')`,
    `delete from public.system_experts where system_id = '${ID.ledger}'`,
  ]
  const afterSwitchingOff = (actor: 'manager' | 'admin', statement: string) =>
    stage.as('admin', async (tx) => {
      await tx`insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'systems', false)`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID[actor] })}, true)`
      return outcomeOf(tx.unsafe(statement))
    })

  for (const statement of writes) {
    it(`refuses ${statement.slice(0, 38)}… of a manager, not of an admin`, async () => {
      expect(await afterSwitchingOff('manager', statement)).toEqual({ refused: '42501' })
      expect(await afterSwitchingOff('admin', statement)).toBe(1)
      expect(await stage.outcome('manager', statement)).toBe(1)
    })
  }

  it('can be read', async () => {
    expect(
      await afterSwitchingOff('manager', 'select * from public.systems where account_id is not null'),
    ).toBeGreaterThan(2)
  })
})
