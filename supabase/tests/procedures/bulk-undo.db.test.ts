import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, heldBy, listOf, owners, SYSTEMS, undo } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a change in bulk is undone', () => {
  it('takes an owner who is invited, and gives them back', async () => {
    await stage.as('manager', async (tx) => {
      await change(tx, { action: 'owner', value: ID.invitation })
      await become(tx, 'manager')
      const member = await change(tx, { action: 'owner', value: ID.colleague })
      expect(await heldBy(tx)).toEqual([ID.colleague, ID.colleague, ID.colleague])
      expect(await undo(tx, member.act)).toBe(3)
      expect(await heldBy(tx)).toEqual([ID.invitation, ID.invitation, ID.invitation])
    })
  })

  it('names an expert, and undo takes only those that it named', async () => {
    await stage.as('user', async (tx) => {
      const done = await change(tx, { action: 'expert', value: ID.viewer })
      expect(done).toMatchObject({ changes: 2, already: 1, no_right: 0 })
      expect(await undo(tx, done.act)).toBe(2)
      const left = await tx`select system_id from public.system_experts where expert_id = ${ID.viewer}`
      expect(left.map(({ system_id }) => system_id)).toEqual([ID.ledger])
    })
  })

  it('deletes into the bin, and undo brings all of it back as it was', async () => {
    await stage.as('manager', async (tx) => {
      const read = () =>
        tx`select * from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
      const before = await read()
      const done = await change(tx, { action: 'delete' })
      expect(done.changes).toBe(3)
      expect(await read()).toHaveLength(0)
      expect(await undo(tx, done.act)).toBe(3)
      expect((await read()).map((row) => ({ ...row }))).toEqual(before.map((row) => ({ ...row })))
    })
  })

  it('an owner who had left is named again when an owner in bulk is taken back', async () => {
    await stage.admin
      .begin(async (tx) => {
        await tx`update public.systems set owner_id = ${ID.deputy} where id = ${ID.ledger}`
        await become(tx, 'admin')
        await tx`select public.remove_member(${ID.deputy})`
        const departed = async () =>
          (
            await tx`select record_id, person_id, person_name, left_at from public.departed_owners where record_id = ${ID.ledger}`
          ).map((row) => ({ ...row }))
        const before = await departed()
        expect(before).toEqual([expect.objectContaining({ record_id: ID.ledger, person_name: 'Dan Deputy' })])
        const done = await change(tx, { action: 'owner', value: ID.colleague })
        expect(await departed()).toEqual([])
        expect(await undo(tx, done.act)).toBe(3)
        expect(await departed()).toEqual(before)
        // Another member removed the owner meanwhile: the record that was not undone has no line either.
        const again = await change(tx, { action: 'owner', value: ID.colleague })
        await become(tx, 'manager')
        await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
        await tx`update public.systems set owner_id = null where id = ${ID.ledger}`
        await become(tx, 'admin')
        expect(await undo(tx, again.act)).toBe(2)
        expect(await departed()).toEqual([])
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })

  it('undo brings back what is still in the bin of what was deleted', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'delete' })
      await become(tx, 'admin')
      await tx`select public.restore_from_bin(array[${ID.archive}, ${ID.billing}]::uuid[])`
      // The admin deleted it again, in another transaction: only they can undo that.
      await become(tx, 'admin')
      await tx`delete from public.systems where id = ${ID.archive}`
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(1)
      const there =
        await tx`select name from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
      expect(there.map(({ name }) => name)).toEqual(['Billing', 'Ledger'])
    })
  })

  it('undo leaves in the bin what has a name that is taken by now', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'delete' })
      await tx`insert into public.systems (name) values ('Ledger')`
      expect(await undo(tx, done.act)).toBe(2)
    })
  })

  it('undo reaches no more than the level that the caller has by now', async () => {
    const lowered = async (tx: postgres.TransactionSql) => {
      await tx`reset role`
      await tx`update public.account_members set permission_level = 'user' where user_id = ${ID.manager}`
      await become(tx, 'manager')
    }
    for (const [bulk, undone] of [
      [{ action: 'status', value: 'inactive' }, 1],
      [{ action: 'owner', value: ID.colleague }, 2],
    ] as const)
      await stage.admin
        .begin(async (tx) => {
          // Billing is made by the manager, Archive was owned by them; Ledger is neither.
          await tx`update public.systems set created_by = ${ID.manager} where id = ${ID.billing}`
          await tx`update public.systems set owner_id = ${ID.manager} where id = ${ID.archive}`
          await become(tx, 'manager')
          const done = await change(tx, bulk)
          if (bulk.action === 'status') {
            await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.archive}`
          }
          await lowered(tx)
          expect(await undo(tx, done.act)).toBe(undone)
          throw new Error('rolled back')
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'rolled back')) throw error
        })
  })

  it('undo leaves changes that another member has made since', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'owner', value: ID.colleague })
      await become(tx, 'admin')
      await tx`update public.systems set owner_id = ${ID.admin} where id = ${ID.ledger}`
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(2)
      expect(await owners(tx)).toEqual([ID.user, null, ID.admin])
    })
  })
})
