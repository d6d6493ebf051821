import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { type DeletionOptions, NO_DELETION_OPTIONS } from '../port/records/deletion.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import { newSolution, newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const DELETE = { action: 'delete', value: null } as const

/** Tests bulk changes against any implementation of the port. */
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
        leftOut: { no_right: 0, already: 1, full: 0, changed_meanwhile: 0 },
      })
      expect(examples).toEqual([{ id: one?.id, name: one?.name, reason: 'already' }])
    })

    test('says of how many a field has a value, which one, and refuses an unknown field by name', async () => {
      const { bulk, systems } = await open()
      const { items } = await settle(systems.list())
      const target = { kind: 'system', ids: items.map(({ id }) => id), filter: null } as const
      const vendor = `Contract ${crypto.randomUUID()}`
      const { changes, before, first } = await settle(
        bulk.preview(target, { action: 'field', key: 'vendor', value: { vendor } }),
      )
      expect(changes).toBe(items.length)
      const filled = items.filter(({ fields }) => fields['vendor'] !== undefined)
      const counts = Object.fromEntries(before.map(({ value, total }) => [value ?? 'none', total]))
      expect(counts['filled'] ?? 0).toBe(filled.length)
      expect(counts['none'] ?? 0).toBe(items.length - filled.length)
      for (const { id, fields } of first) {
        const had = items.find((item) => item.id === id)?.fields['vendor']
        expect(fields).toEqual(had === undefined ? {} : { vendor: had })
      }
      const emptied = await settle(bulk.preview(target, { action: 'field', key: 'vendor', value: {} }))
      expect(emptied).toMatchObject({
        changes: filled.length,
        leftOut: { already: items.length - filled.length },
      })
      const unknown = { action: 'field', key: 'own.nowhere', value: { 'own.nowhere': 1 } } as const
      await expect(settle<unknown>(bulk.preview(target, unknown))).rejects.toMatchObject({
        message: 'There is no field own.nowhere.',
      })
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

    test('gives records the value of an own field, as an act with its name, and takes it back', async () => {
      const { acts, bulk, ownFields, systems } = await open()
      const name = `Contract ${crypto.randomUUID()}`
      const field = await settle(
        ownFields.add('system', {
          ...{ name, help: '', unit: '', choices: [], required: false, defaultValue: null, section: '' },
          ...{ type: 'number', recordKind: null },
        }),
      )
      const key = `own.${field.key}` as const
      const { id } = await settle(systems.add(newSystem({ name, description: '', ownerId: null })))
      const target = { kind: 'system', ids: [id], filter: null } as const
      const give = async (value: number | null) => {
        const change = { action: 'field', key, value: value === null ? {} : { [key]: value } } as const
        const { seenAt } = await settle(bulk.preview(target, change))
        return settle(bulk.change(target, change, seenAt, NO_DELETION_OPTIONS))
      }
      const present = async () => (await settle(systems.byIds([id])))[0]?.fields[key]
      await give(12)
      const emptied = await give(null)
      expect(emptied).toMatchObject({ changes: 1, act: expect.any(String) })
      expect(await present()).toBeUndefined()
      expect(await settle(acts.get(emptied.act ?? ''))).toMatchObject({
        ...{ action: 'field', value: key, valueName: name, records: 1, undoable: 1 },
      })
      expect(await settle(acts.lines(emptied.act ?? '', 0))).toMatchObject([
        { part: key, before: 12, after: null, problem: null },
      ])
      expect(await settle(acts.undo(emptied.act ?? ''))).toMatchObject({ undone: 1, left: [] })
      expect(await present()).toBe(12)
      await settle(systems.remove(id))
      await settle(ownFields.remove(field))
    })

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
