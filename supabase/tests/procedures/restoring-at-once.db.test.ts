import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erase, restore, restored } from '../support/bin.ts'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a record that is restored', () => {
  it('is asked for another name also where another record takes its own at this moment', async () => {
    await stage.as('manager', (tx) => tx.unsafe(erase('automations', ID.reminders)), { keep: true })
    const restoring = await stage.admin.begin(async (tx) => {
      await tx`
        insert into public.automations (account_id, name, source) values (${ID.acme}, 'Reminders', 'Zapier')`
      const waiting = stage
        .as('manager', (other) => restored(other, [ID.reminders]))
        .then(
          () => 'restored',
          (error: unknown) => error,
        )
      await stage.untilWaiting(1)
      return { waiting }
    })
    expect(await restoring.waiting).toMatchObject({
      code: '23505',
      detail: `automation.name_taken {"record_id": "${ID.reminders}"}`,
    })
    await stage.admin`delete from public.automations where account_id = ${ID.acme} and name = 'Reminders'`
    await stage.as('manager', (tx) => restored(tx, [ID.reminders]), { keep: true })
    await stage.admin`delete from public.binned_records`
  })

  it('comes back once when two restore it at once', async () => {
    await stage.as('manager', (tx) => tx.unsafe(erase('agents', ID.oracle)), { keep: true })
    const tried = await Promise.allSettled(
      (['manager', 'admin'] as const).map((actor) =>
        stage.as(actor, (tx) => tx.unsafe(restore([ID.oracle])), { keep: true }),
      ),
    )
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = tried.find((one) => one.status === 'rejected')
    expect(refusal?.status === 'rejected' && refusal.reason).toMatchObject({ code: 'PT404' })
    const [{ count } = { count: 0 }] = await stage.admin<{ count: number }[]>`
      select count(*)::int from public.agents where id = ${ID.oracle}`
    expect(count).toBe(1)
  })
})

/** Runs the first work, and holds its transaction until the second, which restores, has to wait for it. */
async function meanwhile(
  first: (tx: postgres.TransactionSql) => Promise<unknown>,
  ids: readonly string[],
): Promise<Awaited<ReturnType<typeof restored>>> {
  const { waiting } = await stage.as(
    'admin',
    async (tx) => {
      await first(tx)
      const restoring = stage.as('manager', (other) => restored(other, ids), { keep: true })
      restoring.catch(() => {})
      await stage.untilWaiting(1)
      return { waiting: restoring }
    },
    { keep: true },
  )
  return waiting
}

describe('a record that is restored while', () => {
  const links = () =>
    stage.admin`
      select from public.solution_automations where solution_id = ${ID.portal} and automation_id = ${ID.reminders}`
  const remove = (table: string, id: string) =>
    stage.as('manager', (tx) => tx.unsafe(erase(table, id)), { keep: true })

  // Another member made the link: deletions and restorations by one person take turns anyway.
  beforeAll(async () => {
    await stage.admin`
      insert into public.solution_automations (account_id, solution_id, automation_id)
      values (${ID.acme}, ${ID.portal}, ${ID.reminders})`
  })

  it('a linked record is restored has the link again', async () => {
    await remove('solutions', ID.portal)
    await remove('automations', ID.reminders)
    await meanwhile((tx) => restored(tx, [ID.reminders]), [ID.portal])
    expect(await links()).toHaveLength(1)
  })

  it('a linked record is deleted reports the missing link', async () => {
    await remove('solutions', ID.portal)
    const [record] = await meanwhile((tx) => tx.unsafe(erase('automations', ID.reminders)), [ID.portal])
    expect(record?.missing).toEqual([{ part: 'automation', name: 'Reminders', why: 'bin' }])
    expect(await links()).toHaveLength(0)
    await stage.as('manager', (tx) => restored(tx, [ID.reminders]), { keep: true })
    expect(await links()).toHaveLength(1)
  })

  it('its owner is removed comes back without one', async () => {
    await stage.admin`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
    await remove('systems', ID.ledger)
    const [record] = await meanwhile((tx) => tx`select public.remove_member(${ID.viewer})`, [ID.ledger])
    expect(record?.missing).toContainEqual({ part: 'owner', name: 'Vic Viewer', why: 'left' })
    const [system] = await stage.admin`
      select s.owner_id, d.person_id from public.systems s
      left join public.departed_owners d on d.record_id = s.id where s.id = ${ID.ledger}`
    expect(system).toEqual({ owner_id: null, person_id: ID.viewer })
  })
})
