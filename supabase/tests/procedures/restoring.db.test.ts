import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erase, restored } from '../support/bin.ts'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** All that the database has of the account's records, but the times at which solutions last changed. */
const everything = async (tx: postgres.TransactionSql) => {
  await tx`set local role service_role`
  const rows = async (statement: string) => (await tx.unsafe(statement)).map((row) => ({ ...row }))
  const state = {
    systems: await rows(`select * from public.systems where account_id = '${ID.acme}' order by id`),
    solutions: await rows(
      `select id, name, related_systems from public.solutions where account_id = '${ID.acme}' order by id`,
    ),
    agents: await rows(`select * from public.agents where account_id = '${ID.acme}' order by id`),
    automations: await rows(`select * from public.automations where account_id = '${ID.acme}' order by id`),
    experts: await rows(
      `select * from public.record_experts where account_id = '${ID.acme}' order by record_id, expert_id`,
    ),
    links: await rows(`
      select solution_id, automation_id as other, assigned_by, created_at from public.solution_automations
      where account_id = '${ID.acme}'
      union all
      select solution_id, agent_id, assigned_by, created_at from public.solution_agents where account_id = '${ID.acme}'
      order by 1, 2`),
    articles: await rows(
      `select id, system_id from public.knowledge_articles where account_id = '${ID.acme}' order by id`,
    ),
    tally: await rows(
      `select user_id, contribution_count from public.account_members where account_id = '${ID.acme}' order by 1`,
    ),
  }
  await become(tx, 'manager')
  return state
}

const history = async (tx: postgres.TransactionSql, id: string) =>
  (
    await tx`select action, field, before, after from public.record_history
      where record_id = ${id} and changed_by = ${ID.manager} order by changed_at, field`
  ).map((row) => ({ ...row }))

describe('a record in the bin with an id of another account', () => {
  it('is restored no more than one that is not there, and in the same words', async () => {
    await stage.admin`
      insert into public.binned_records (account_id, kind, record_id, name, record)
      select ${ID.acme}, 'system', ${ID.rivalSystem}, 'Forged', to_jsonb(s) || '{"name": "Forged"}'
      from public.systems s where s.id = ${ID.billing}`
    for (const id of [ID.rivalSystem, ID.nobody]) {
      await expect(
        stage.as('admin', (tx) => tx`select public.restore_from_bin(${`{${id}}`}::uuid[])`),
      ).rejects.toMatchObject({ code: 'PT404', message: 'This record is no longer in the bin.' })
      const [row] = await stage.as(
        'admin',
        (tx) =>
          tx`select public.restore_from_bin(${`{${id}}`}::uuid[], '{}', true) -> 'left' -> 0 ->> 'problem' as problem`,
      )
      expect(row).toEqual({ problem: 'not_in_bin' })
    }
    expect(
      await stage.admin`select account_id, name from public.systems where id = ${ID.rivalSystem}`,
    ).toEqual([{ account_id: ID.rivals, name: 'Secret plans' }])
    await stage.admin`delete from public.binned_records where record_id = ${ID.rivalSystem}`
  })
})

const WITH_EXPERTS = [
  ['system', ID.ledger],
  ['solution', ID.portal],
  ['agent', ID.helper],
  ['automation', ID.invoices],
] as const

describe('a record that is restored', () => {
  it.each([
    ['systems', ID.ledger],
    ['solutions', ID.portal],
    ['agents', ID.helper],
    ['automations', ID.invoices],
  ])('out of %s is as before, with all that belonged to it', async (table, id) => {
    await stage.as('manager', async (tx) => {
      for (const [kind, record] of WITH_EXPERTS)
        await tx.unsafe(
          `insert into public.record_experts (kind, record_id, expert_id) values ('${kind}', '${record}', '${ID.admin}')`,
        )
      const before = await everything(tx)
      await tx.unsafe(erase(table, id))
      expect(await everything(tx)).not.toEqual(before)
      expect((await restored(tx, [id]))[0]?.missing).toEqual([])
      expect(await everything(tx)).toEqual(before)
    })
  })

  it('goes on with its history, and notifies of no expert and no link again', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(erase('systems', ID.ledger))
      await restored(tx, [ID.ledger])
      expect(await history(tx, ID.ledger)).toEqual([
        { action: 'deleted', field: null, before: null, after: null },
        { action: 'restored', field: null, before: 'Ledger', after: 'Ledger' },
      ])
      await tx.unsafe(erase('automations', ID.invoices))
      await restored(tx, [ID.invoices])
      expect((await history(tx, ID.portal)).filter(({ field }) => field === 'automations')).toEqual([])
      await tx`set local role service_role`
      const told = await tx`
        select user_id, kind from public.notifications
        where actor_id = ${ID.manager} and record_id = ${ID.ledger} order by number`
      expect(told.map((row) => ({ ...row }))).toEqual([
        { user_id: ID.colleague, kind: 'record_deleted' },
        { user_id: ID.colleague, kind: 'record_restored' },
      ])
    })
  })

  it('has its links again in whatever order several are deleted and restored', async () => {
    const gone = [
      ['solutions', ID.portal],
      ['systems', ID.ledger],
      ['systems', ID.billing],
      ['agents', ID.helper],
      ['automations', ID.invoices],
    ] as const
    for (const order of [gone, gone.toReversed()])
      for (const back of [gone, gone.toReversed()])
        await stage.as('manager', async (tx) => {
          const before = await everything(tx)
          for (const [table, id] of order) await tx.unsafe(erase(table, id))
          for (const [, id] of back) await restored(tx, [id])
          expect(await everything(tx)).toEqual(before)
        })
  })

  it('comes back with others at one stroke', async () => {
    const ids = [ID.portal, ID.ledger, ID.billing, ID.helper, ID.invoices]
    await stage.as('manager', async (tx) => {
      const before = await everything(tx)
      await tx.unsafe(`${erase('systems', ID.billing)} or id = '${ID.ledger}'`)
      await tx.unsafe(erase('automations', ID.invoices))
      await tx.unsafe(erase('solutions', ID.portal))
      await tx.unsafe(erase('agents', ID.helper))
      expect((await restored(tx, ids)).flatMap(({ missing }) => missing)).toEqual([])
      expect(await everything(tx)).toEqual(before)
    })
  })

  it('names what it was linked to and is gone, and whoever left', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      await tx.unsafe(erase('systems', ID.ledger))
      await tx`set local role service_role`
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx`delete from public.knowledge_articles where id = ${ID.handbook}`
      await become(tx, 'manager')
      await tx.unsafe(erase('solutions', ID.portal))
      const [record] = await restored(tx, [ID.ledger])
      expect(record?.missing).toEqual([
        { part: 'article', name: 'Handbook', why: 'gone' },
        { part: 'expert', name: 'Vic Viewer', why: 'left' },
        { part: 'owner', name: 'Vic Viewer', why: 'left' },
        { part: 'solution', name: 'Portal', why: 'bin' },
      ])
      const [system] = await tx`select owner_id, created_by from public.systems where id = ${ID.ledger}`
      expect(system).toEqual({ owner_id: null, created_by: ID.colleague })
      const departed = await tx`select person_name from public.departed_owners where record_id = ${ID.ledger}`
      expect(departed.map((row) => ({ ...row }))).toEqual([{ person_name: 'Vic Viewer' }])
    })
  })

  it('is asked for another name where its own is taken, and restores nothing else meanwhile', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(`${erase('systems', ID.ledger)} or id = '${ID.billing}'`)
      await tx`insert into public.systems (name) values ('LEDGER')`
      await expect(tx.savepoint((nested) => restored(nested, [ID.ledger, ID.billing]))).rejects.toMatchObject(
        {
          code: '23505',
          message: 'A system with this name already exists.',
          detail: `system.name_taken {"record_id": "${ID.ledger}"}`,
        },
      )
      const none = await tx`select from public.systems where id in (${ID.ledger}, ${ID.billing})`
      expect(none).toHaveLength(0)
      const both = await restored(tx, [ID.ledger, ID.billing], { [ID.ledger]: 'Old ledger' })
      expect(both.map(({ name }) => name).sort()).toEqual(['Billing', 'Old ledger'])
      expect((await history(tx, ID.ledger)).at(-1)).toEqual({
        action: 'restored',
        field: null,
        before: 'Ledger',
        after: 'Old ledger',
      })
    })
  })

  it('has the defaults of columns that its table got meanwhile', async () => {
    await stage.admin
      .begin(async (tx) => {
        await become(tx, 'manager')
        await tx.unsafe(erase('systems', ID.archive))
        await tx`reset role`
        await tx`alter table private.records add column tier integer not null default 3`
        await become(tx, 'manager')
        await restored(tx, [ID.archive])
        const [row] = await tx`select tier from private.records where id = ${ID.archive}`
        expect(row).toEqual({ tier: 3 })
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })
})
