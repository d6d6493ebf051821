import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { type DeletionOptions, NO_DELETION_OPTIONS } from '../port/records/deletion.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import { newSolution, newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const DELETE = { action: 'delete', value: null } as const

/** What changing many records at once answers, whatever implements it. */
export function bulkContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Many records at once', () => {
    test('only a deletion says what it deletes', async () => {
      const { bulk } = await open()
      const all = { kind: 'system', ids: null, filter: EVERY_RECORD, except: [] } as const
      const status = await settle(bulk.preview(all, { action: 'status', value: 'inactive' }))
      expect(status).toMatchObject({ deletes: [], impact: [] })
      expect(status.total).toBeGreaterThan(0)
    })

    test('leaves alone what is taken out of all that fit', async () => {
      const { bulk, systems } = await open()
      const ids = (await settle(systems.list())).items.map(({ id }) => id)
      const all = { kind: 'system', ids: null, filter: EVERY_RECORD, except: ids.slice(0, 1) } as const
      const { total, deletes } = await settle(bulk.preview(all, DELETE))
      expect(total).toBe(ids.length - 1)
      expect([...deletes].toSorted()).toEqual(ids.slice(1).toSorted())
    })

    test('reaches nothing by an owner who cannot be one', async () => {
      const { bulk } = await open()
      const filter = { ...EVERY_RECORD, owners: ['no id at all'] }
      const target = { kind: 'system', ids: null, filter, except: [] } as const
      expect(await settle(bulk.preview(target, DELETE))).toMatchObject({ total: 0, deletes: [] })
    })

    test('says of how many a change is so already', async () => {
      const { bulk, solutions } = await open()
      const { items } = await settle(solutions.list())
      const [one] = items
      const ids = one ? [one.id] : []
      const target = { kind: 'solution', ids, filter: null } as const
      const { changes, leftOut, examples } = await settle(
        bulk.preview(target, { action: 'status', value: one?.status ?? '' }),
      )
      expect({ changes, leftOut }).toEqual({
        changes: 0,
        leftOut: { no_right: 0, already: 1, changed_meanwhile: 0 },
      })
      expect(examples).toEqual([{ id: one?.id, name: one?.name, reason: 'already' }])
    })

    if (!keepsWrites) {
      test('[GUEST-15] shows guests what depends on what would be deleted, and deletes nothing', async () => {
        const { bulk, systems, solutions } = await open()
        const used = (await settle(solutions.list())).items.flatMap(({ relatedSystems }) => relatedSystems)
        const ids = (await settle(systems.list())).items.map(({ id }) => id).filter((id) => used.includes(id))
        const target = { kind: 'system', ids, filter: null } as const
        const { deletes, impact } = await settle(bulk.preview(target, DELETE))
        expect(deletes).toEqual(ids)
        expect(impact).toMatchObject([{ kind: 'solution', total: expect.any(Number) }])
        await expect(
          settle<unknown>(bulk.change(target, DELETE, '', NO_DELETION_OPTIONS)),
        ).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('deletes with a reason, moves the links, and takes it back', async () => {
      const { acts, bulk, systems, solutions, bin } = await open()
      const name = `Contract ${crypto.randomUUID()}`
      const add = (end: string) =>
        settle(systems.add(newSystem({ name: `${name} ${end}`, description: '', ownerId: null })))
      const [one, other, successor] = [await add('one'), await add('other'), await add('successor')]
      const solution = await settle(
        solutions.add({
          ...newSolution({ name, description: '', ownerId: null }),
          relatedSystems: [one.id, other.id],
        }),
      )
      const rests = async () => (await settle(solutions.byIds([solution.id])))[0]?.relatedSystems
      const target = { kind: 'system', ids: [one.id, other.id], filter: null } as const
      const { seenAt, deletes, impact } = await settle(bulk.preview(target, DELETE))
      expect([...deletes].toSorted()).toEqual([one.id, other.id].toSorted())
      expect(impact).toEqual([
        {
          ...{ kind: 'solution', total: 1, active: solution.status === 'active' ? 1 : 0 },
          items: [{ id: solution.id, name, ownerId: null }],
        },
      ])

      const options: DeletionOptions = { reason: 'One is enough', moveTo: successor.id, notifiesOwners: true }
      const { act, changes } = await settle(bulk.change(target, DELETE, seenAt, options))
      expect(changes).toBe(2)
      expect(await rests()).toEqual([successor.id])
      const { items } = await settle(bin.page('system', 0))
      expect(items.slice(0, 2)).toMatchObject([{ reason: options.reason }, { reason: options.reason }])
      const line = { part: 'deleted', isThere: false, problem: null }
      expect(await settle(acts.lines(act ?? '', 0))).toMatchObject([line, line])
      expect((await settle(acts.page(0))).items[0]).toMatchObject({ id: act, action: 'delete', records: 2 })
      const undo = await settle(acts.undo(act ?? ''))
      expect(undo).toEqual({ act: expect.any(String), undone: 2, left: [] })
      expect(await settle(acts.get(act ?? ''))).toMatchObject({
        lines: 2,
        undoable: 0,
        undoneBy: { act: undo.act },
      })
      expect(await rests()).toEqual([one.id, other.id])
      expect(await settle(acts.undo(act ?? ''))).toMatchObject({ act: null, undone: 0 })
      expect(await settle(acts.get(crypto.randomUUID()))).toBeNull()

      await settle(solutions.remove(solution.id))
      for (const { id } of [one, other, successor]) await settle(systems.remove(id))
    })
  })
}
