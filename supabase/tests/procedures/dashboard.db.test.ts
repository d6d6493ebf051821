import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change } from '../support/bulk.ts'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** Thrown to roll back a transaction; carries the rows that it read. */
class RolledBack extends Error {
  constructor(readonly rows: readonly Record<string, unknown>[]) {
    super()
  }
}

const rowsOf = (actor: Actor, statement: string) =>
  stage.as(actor, async (tx) =>
    (await tx.unsafe(statement)).map((row): Record<string, unknown> => ({ ...row })),
  )

describe('get_dashboard_counts', () => {
  const call = 'select to_json(public.get_dashboard_counts()) as answer'

  it('[DASH-05] [DASH-06] [DASH-07] [DASH-08] [DIS-31] [GAP-09] counts the caller’s own account', async () => {
    const after = await stage.as('admin', async (tx) => {
      await tx`update public.systems set status = 'maintenance' where id = ${ID.ledger}`
      return tx.unsafe(call)
    })
    expect(after[0]).toEqual({ answer: { systems: 2, automations: 1, agents: 2, solutions: 2 } })
    expect(await rowsOf('rival', call)).toEqual([
      { answer: { systems: 1, automations: 1, agents: 1, solutions: 1 } },
    ])
  })

  it('counts nothing for those without an account', async () => {
    const nothing = [{ answer: { systems: 0, automations: 0, agents: 0, solutions: 0 } }]
    expect(await rowsOf('unplaced', call)).toEqual(nothing)
    expect(await rowsOf('service', call)).toEqual(nothing)
    expect(await stage.outcome('anonymous', call)).toEqual({ refused: '42501' })
  })
})

describe('get_recent_activity', () => {
  const call = 'select * from public.get_recent_activity()'

  it('[DASH-12] [DASH-23] says who did what to which record, latest first', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`update public.systems set description = 'x' where id = ${ID.ledger}`
      return tx.unsafe(call)
    })
    expect(rows[0]).toMatchObject({
      id: ID.ledger,
      kind: 'system',
      resource: 'Ledger',
      action: 'updated',
      user_name: 'Ada Admin',
    })
    expect(rows.find((row) => row['id'] === ID.portal)).toMatchObject({
      action: 'created',
      user_name: 'Uma User',
    })
  })

  it('[DASH-22] has the latest of each kind in the order that the history tells', async () => {
    const outcome = await stage.admin
      .begin(async (tx) => {
        await tx`
          insert into public.systems (account_id, name, created_by, created_at, updated_at)
          select ${ID.acme}, 'Soon ' || n, ${ID.user}, now() + n * interval '1 hour', now() + n * interval '1 hour'
          from generate_series(1, 12) n`
        await tx`delete from public.record_history where record_name in ('Soon 12', 'Soon 11', 'Soon 10')`
        await become(tx, 'viewer')
        throw new RolledBack(await tx.unsafe(call))
      })
      .catch((thrown: unknown) => thrown)
    if (!(outcome instanceof RolledBack)) throw outcome
    const systems = outcome.rows.filter((row) => row['kind'] === 'system').map((row) => row['resource'])
    expect(systems).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Soon ${n}`))
  })

  it('[DASH-22] goes on with records whose history has expired, by their last change', async () => {
    const outcome = await stage.admin
      .begin(async (tx) => {
        await tx`
          insert into public.systems (account_id, name, created_by, updated_by, created_at, updated_at)
          values
            (${ID.acme}, 'Touched', ${ID.user}, ${ID.manager}, now() - interval '3 years', now() - interval '2 years'),
            (${ID.acme}, 'Untouched', ${ID.user}, ${ID.user}, now() - interval '4 years', now() - interval '4 years')`
        await tx`delete from public.record_history where account_id = ${ID.acme} and record_name <> 'Ledger'`
        await tx`delete from public.agents where account_id = ${ID.acme}`
        await tx`
          delete from public.systems
          where account_id = ${ID.acme} and name not in ('Ledger', 'Touched', 'Untouched')`
        await become(tx, 'viewer')
        throw new RolledBack(await tx.unsafe(call))
      })
      .catch((thrown: unknown) => thrown)
    if (!(outcome instanceof RolledBack)) throw outcome
    const systems = outcome.rows.filter((row) => row['kind'] === 'system')
    expect(systems.map((row) => [row['resource'], row['action'], row['user_name']])).toEqual([
      ['Ledger', expect.any(String), expect.any(String)],
      ['Touched', 'updated', 'Mia Manager'],
      ['Untouched', 'created', 'Uma User'],
    ])
  })

  it('[DASH-22] shows systems, solutions, agents and automations', async () => {
    const rows = await rowsOf('rival', call)
    expect(rows.map(({ kind, resource }) => [kind, resource]).toSorted()).toEqual([
      ['agent', 'Secret agent'],
      ['automation', 'Secret automation'],
      ['solution', 'Secret portal'],
      ['system', 'Secret plans'],
    ])
  })

  it('says nothing of what is switched off', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`insert into public.app_features (feature_name, enabled) values ('systems', false)`
      await tx`update public.app_features set enabled = false where feature_name = 'agents'`
      await become(tx, 'viewer')
      return tx.unsafe(call)
    })
    expect([...new Set(rows.map((row) => row['kind']))].toSorted()).toEqual(['automation', 'solution'])
  })

  it('[GAP-34] names a record once, with what happened last, and none that is gone', async () => {
    const rows = await stage.as('manager', async (tx) => {
      await tx`update public.agents set description = 'x', status = 'training' where id = ${ID.helper}`
      await tx`update public.agents set name = 'Assistant' where id = ${ID.helper}`
      await tx`update public.agents set status = 'active' where id = ${ID.oracle}`
      await tx`delete from public.agents where id = ${ID.oracle}`
      return tx.unsafe(call)
    })
    expect(rows.filter((row) => row['id'] === ID.helper)).toEqual([
      expect.objectContaining({ resource: 'Assistant', action: 'updated', user_name: 'Mia Manager' }),
    ])
    expect(rows.filter((row) => row['id'] === ID.oracle)).toEqual([])
  })

  it('takes no notice of runs, and of who is named an expert', async () => {
    const before = await rowsOf('viewer', call)
    await stage.as(
      'user',
      (tx) =>
        tx`insert into public.system_experts (system_id, expert_id) values (${ID.billing}, ${ID.viewer})`,
      { keep: true },
    )
    await stage.as('service', (tx) => tx`update public.automations set last_run = now()`, { keep: true })
    expect(await rowsOf('viewer', call)).toEqual(before)
  })

  it('[DASH-29] calls those unknown who left', async () => {
    const rows = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      return tx.unsafe(call)
    })
    expect(rows.find((row) => row['id'] === ID.portal)).toMatchObject({ user_name: 'Unknown User' })
  })

  it('tells a bulk change of many records once, and earlier ones of the same records not at all', async () => {
    const kept = { keep: true }
    const first = await stage.as(
      'admin',
      (tx) => change(tx, { action: 'status', value: 'maintenance' }),
      kept,
    )
    await stage.as(
      'manager',
      (tx) => tx`update public.systems set vendor = 'V' where id = ${ID.ledger}`,
      kept,
    )
    const before = await rowsOf('viewer', call)
    expect(before.slice(0, 2)).toEqual([
      expect.objectContaining({ id: ID.ledger, act: null }),
      expect.objectContaining({
        act: expect.objectContaining({
          id: first.act,
          action: 'status',
          records: 3,
          done_by_name: 'Ada Admin',
        }),
      }),
    ])
    expect(before.slice(2).filter(({ act }) => act !== null)).toEqual([])
    expect(new Set(before.map(({ id }) => id)).size).toBe(before.length)
    await stage.as('admin', (tx) => change(tx, { action: 'owner', value: ID.admin }), kept)
    const [latest, ...others] = await rowsOf('viewer', call)
    expect(latest).toMatchObject({ act: { action: 'owner', records: 3 } })
    expect(others.filter(({ kind }) => kind === 'system')).toEqual([])
    const one = await stage.as(
      'admin',
      (tx) => change(tx, { action: 'owner', value: null, ids: [ID.ledger] }),
      kept,
    )
    expect(one.total).toBe(1)
    expect((await rowsOf('viewer', call))[0]).toMatchObject({ id: ID.ledger, resource: 'Ledger', act: null })
  })

  it('[DASH-21] keeps the eight latest', async () => {
    await stage.admin`
      insert into public.systems (account_id, name, created_by, created_at, updated_at)
      select ${ID.acme}, 'Late ' || n, ${ID.user}, now() + n * interval '1 hour', now() + n * interval '1 hour'
      from generate_series(1, 20) n`
    const rows = await rowsOf('viewer', call)
    expect(rows.map((row) => row['resource'])).toEqual(
      [20, 19, 18, 17, 16, 15, 14, 13].map((n) => `Late ${n}`),
    )
  })

  it('shows the caller’s own account only', async () => {
    expect(await rowsOf('rival', call)).toHaveLength(4)
    expect(await rowsOf('unplaced', call)).toEqual([])
    expect(await rowsOf('service', call)).toEqual([])
    expect(await stage.outcome('anonymous', call)).toEqual({ refused: '42501' })
  })
})
