import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, listOf, owners, SYSTEMS, undo, undoAct } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const actRow = z.object({
  id: z.string(),
  action: z.string(),
  kind: z.nullable(z.string()),
  value_name: z.nullable(z.string()),
  records: z.number(),
  done_by_name: z.nullable(z.string()),
  undone_by: z.nullable(z.object({ act: z.string(), records: z.number() })),
})
const acts = z.object({ total: z.number(), items: z.array(actRow) })
const act = z.object({
  ...actRow.shape,
  lines: z.number(),
  undoable: z.number(),
  left: z.array(z.looseObject({ problem: z.string(), by_name: z.nullable(z.string()), records: z.number() })),
})

/** As the owner of the database at first, for what nobody may arrange; all of it is rolled back. */
async function behind(work: (tx: Tx) => Promise<void>): Promise<void> {
  const rolledBack = new Error('rolled back')
  const whole = stage.admin.begin(async (tx) => {
    await work(tx)
    throw rolledBack
  })
  await expect(whole).rejects.toBe(rolledBack)
}

async function read(tx: Tx) {
  const [row] = await tx`select public.get_acts() as answer`
  return acts.parse(row?.['answer'])
}

async function readOne(tx: Tx, id: string | null | undefined) {
  const [row] = await tx`select public.get_act(${id ?? null}) as answer`
  return act.parse(row?.['answer'])
}

async function lines(tx: Tx, id: string | null | undefined) {
  const [row] = await tx`select public.get_act_lines(${id ?? null}) as answer`
  return z.array(z.looseObject({ name: z.string() })).parse(row?.['answer'])
}

const statuses = async (tx: Tx) =>
  (await tx`select status from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`).map(
    ({ status }) => status,
  )

describe('acts are remembered', () => {
  it('with who, what and how many, and a line for each record', async () => {
    await stage.as('manager', async (tx) => {
      const before = (await read(tx)).total
      const done = await change(tx, { action: 'owner', value: ID.colleague })
      const { total, items } = await read(tx)
      expect(total).toBe(before + 1)
      expect(items.find(({ id }) => id === done.act)).toMatchObject({
        ...{ action: 'owner', kind: 'system', records: 3, undone_by: null },
        ...{ value_name: 'Cleo Colleague', done_by_name: 'Mia Manager' },
      })
      expect(await lines(tx, done.act)).toMatchObject([
        { name: 'Archive', part: 'owner_id', after_name: 'Cleo Colleague', problem: null },
        { name: 'Billing', part: 'owner_id', before: null, problem: null },
        { name: 'Ledger', part: 'owner_id', problem: null },
      ])
      await become(tx, 'viewer')
      expect(await readOne(tx, done.act)).toMatchObject({ lines: 3, undoable: 0, left: [] })
      await become(tx, 'rival')
      await expect(tx.savepoint((inner) => readOne(inner, done.act))).rejects.toMatchObject({ code: 'PT404' })
      expect(await lines(tx, done.act)).toEqual([])
    })
  })

  it('when records of several kinds go, come back, or are handed over by a member who leaves', async () => {
    await stage.as('admin', async (tx) => {
      await change(tx, { action: 'delete' })
      await become(tx, 'admin')
      await tx`select public.restore_from_bin(array[${ID.billing}, ${ID.ledger}]::uuid[])`
      await become(tx, 'admin')
      await tx`update public.systems set owner_id = ${ID.deputy} where id = ${ID.ledger}`
      await become(tx, 'admin')
      const handover = { rest: { receiver: ID.manager } }
      await tx`select public.remove_member(${ID.deputy}, ${JSON.stringify(handover)}::text::jsonb)`
      const { items } = await read(tx)
      expect(items.slice(0, 4).map(({ action, records }) => [action, records])).toEqual(
        expect.arrayContaining([
          ['delete', 3],
          ['restore', 2],
          ['handover', expect.any(Number)],
        ]),
      )
      const handed = items.find(({ action }) => action === 'handover')
      // No member any more: the history still has the name.
      expect(handed?.value_name).toBe('Dan Deputy')
      const left = (await readOne(tx, handed?.id)).left
      expect(left.map(({ problem }) => problem)).toEqual(['left'])
    })
  })

  it('and go when their history goes', async () => {
    await behind(async (tx) => {
      await become(tx, 'manager')
      const done = await change(tx, { action: 'status', value: 'inactive' })
      await tx`reset role`
      await tx`update public.acts set done_at = now() - interval '400 days' where id = ${done.act ?? null}`
      await become(tx, 'service')
      await tx`select public.delete_expired('history', 365)`
      await become(tx, 'manager')
      expect((await read(tx)).items.map(({ id }) => id)).not.toContain(done.act)
    })
  })
})

describe('an act is taken back', () => {
  it('by whoever could do it again, and what others changed since is named and left', async () => {
    await stage.as('manager', async (tx) => {
      const was = await statuses(tx)
      const done = await change(tx, { action: 'status', value: 'inactive' })
      await become(tx, 'admin')
      await tx`update public.systems set status = 'maintenance' where id = ${ID.ledger}`
      await tx`update public.systems set status = 'inactive' where id = ${ID.ledger}`
      await become(tx, 'manager')
      const against = [{ problem: 'changed', by_id: ID.admin, by_name: 'Ada Admin', records: 1 }]
      expect(await readOne(tx, done.act)).toMatchObject({ undoable: 2, left: against })
      const undone = await undoAct(tx, done.act)
      expect(undone).toEqual({ act: expect.any(String), undone: 2, left: against })
      expect(await statuses(tx)).toEqual([was[0], was[1], 'inactive'])
      expect(await readOne(tx, done.act)).toMatchObject({ undone_by: { act: undone.act, records: 2 } })

      await become(tx, 'admin')
      expect(await undoAct(tx, undone.act)).toMatchObject({ undone: 2, left: [] })
      expect(await statuses(tx)).toEqual(['inactive', 'inactive', 'inactive'])
    })
  })

  it('a user takes back what they may change, of an act of somebody else', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'status', value: 'inactive' })
      await become(tx, 'user')
      const { undone, left } = await undoAct(tx, done.act)
      expect(undone).toBe(2)
      expect(left).toEqual([{ problem: 'not_allowed', by_id: null, by_name: null, records: 1 }])
    })
  })

  it('a restoration too, unless the record was changed since', async () => {
    await stage.as('manager', async (tx) => {
      await change(tx, { action: 'delete' })
      await become(tx, 'manager')
      const [row] = await tx`select public.restore_from_bin(${listOf(SYSTEMS)}::uuid[]) ->> 'act' as act`
      await become(tx, 'admin')
      await tx`update public.systems set name = 'General ledger' where id = ${ID.ledger}`
      await become(tx, 'manager')
      expect(await undoAct(tx, z.string().parse(row?.['act']))).toMatchObject({
        undone: 2,
        left: [{ problem: 'changed', by_name: 'Ada Admin' }],
      })
      expect(await owners(tx)).toHaveLength(1)
    })
  })

  it('for 30 days', async () => {
    await behind(async (tx) => {
      await become(tx, 'manager')
      const done = await change(tx, { action: 'status', value: 'inactive' })
      const aged = async (age: string) => {
        await tx`reset role`
        await tx`update public.acts set done_at = now() - ${age}::interval where id = ${done.act ?? null}`
        await become(tx, 'manager')
      }
      await aged('30 days 1 minute')
      await expect(tx.savepoint((inner) => undo(inner, done.act))).rejects.toMatchObject({ code: 'PT404' })
      await aged('29 days')
      expect(await undo(tx, done.act)).toBe(3)
    })
  })

  it('the last of one’s own, and then the one before', async () => {
    await behind(async (tx) => {
      const last = async () => {
        await become(tx, 'manager')
        const [row] = await tx`select public.undo_last_act() as answer`
        const answer = z
          .nullable(z.looseObject({ undone: z.number(), undoes: actRow }))
          .parse(row?.['answer'])
        return answer && [answer.undoes.action, answer.undone]
      }
      await tx`delete from public.acts`
      await become(tx, 'manager')
      await change(tx, { action: 'status', value: 'inactive' })
      await become(tx, 'manager')
      await change(tx, { action: 'owner', value: ID.colleague })
      await tx`reset role`
      await tx`update public.acts set done_at = now() - interval '1 minute' where action = 'status'`
      await become(tx, 'admin')
      await change(tx, { action: 'status', value: 'deprecated', ids: [ID.archive] })
      expect(await last()).toEqual(['owner', 3])
      expect(await last()).toEqual(['status', 2])
      expect(await last()).toBeNull()
    })
  })
})
