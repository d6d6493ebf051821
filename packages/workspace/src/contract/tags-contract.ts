import { describe, expect, test } from 'vitest'
import { GuestModeError, type WorkspaceError } from '../errors.ts'
import { CATALOGUE_KINDS } from '../port/records/catalogues.ts'
import { EVERY_RECORD, type RecordSearch } from '../port/records/records.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests tags against any implementation of the port. */
export function tagsContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Tags', () => {
    test('come by name, and counted with how many records have them', async () => {
      const { tags } = await open()
      const listed = await settle(tags.list())
      const counted = await settle(tags.counted())
      expect(counted.map(({ records, ...tag }) => tag)).toEqual(listed)
      for (const { records } of counted)
        expect(CATALOGUE_KINDS).toEqual(expect.arrayContaining(Object.keys(records)))
      const names = listed.map(({ name }) => name)
      expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
    })

    if (!keepsWrites) {
      test('[GUEST-15] are not saved for guests', async () => {
        const { tags } = await open()
        const input = { name: 'new', color: 'gray' } as const
        const writes = [
          () => tags.add(input),
          () => tags.change('demo-tag-finance', input),
          () => tags.merge(['demo-tag-finance'], 'demo-tag-customers'),
          () => tags.remove('demo-tag-finance'),
        ]
        for (const write of writes)
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })

      test('narrow the examples down, to any of several or to all', async () => {
        const { tags, systems } = await open()
        const used = (await settle(tags.counted())).filter(({ records }) => (records.system ?? 0) > 0)
        const ids = used.map(({ id }) => id)
        const found = async (all: boolean) => (await settle(systems.find(withTags(ids, all), 0))).total
        expect(await found(false)).toBeGreaterThan(await found(true))
      })
      return
    }

    test('are made, given to records, found, merged and deleted', async () => {
      const { tags, systems, search } = await open()
      const word = crypto.randomUUID().slice(0, 8)
      const one = await settle(tags.add({ name: `${word} one`, color: 'red' }))
      const other = await settle(tags.add({ name: `${word} other`, color: 'blue' }))
      expect(one).toEqual({ id: expect.any(String), name: `${word} one`, color: 'red' })
      const taken = settle<unknown>(tags.add({ name: `${word} ONE`, color: 'gray' }))
      await expect(taken).rejects.toMatchObject({ kind: 'conflict' } satisfies Partial<WorkspaceError>)

      const input = { description: '', ownerId: null }
      const system = await settle(
        systems.add({ ...newSystem({ name: `Contract ${word}`, ...input }), tags: [one.id, other.id] }),
      )
      expect(system.tags).toEqual([one.id, other.id])
      const find = async (ids: readonly string[], all: boolean) =>
        (await settle(systems.find(withTags(ids, all), 0))).items.map(({ id }) => id)
      expect(await find([one.id, crypto.randomUUID()], false)).toEqual([system.id])
      expect(await find([one.id, crypto.randomUUID()], true)).toEqual([])
      const found = await settle(search.find(`#${word} on`, 5))
      expect(found).toMatchObject({ tags: [{ ...one, kinds: ['system'] }], results: [{ id: system.id }] })

      await settle(tags.change(one.id, { name: `${word} first`, color: 'green' }))
      expect(await settle(tags.merge([other.id], one.id))).toBe(1)
      const mine = (await settle(tags.counted())).filter(({ name }) => name.startsWith(word))
      expect(mine).toEqual([{ id: one.id, name: `${word} first`, color: 'green', records: { system: 1 } }])
      await settle(tags.remove(one.id))
      expect((await settle(systems.byIds([system.id])))[0]?.tags).toEqual([])
      await settle(systems.remove(system.id))
    })

    test('are added to many records and taken off again, as an act with their name', async () => {
      const { tags, systems, bulk, acts } = await open()
      const word = crypto.randomUUID().slice(0, 8)
      const tag = await settle(tags.add({ name: word, color: 'red' }))
      const system = await settle(
        systems.add(newSystem({ name: `Contract ${word}`, description: '', ownerId: null })),
      )
      const target = { kind: 'system', ids: [system.id], filter: null } as const
      const change = { action: 'add_tag', value: tag.id } as const
      const preview = await settle(bulk.preview(target, change))
      expect(preview).toMatchObject({ total: 1, changes: 1, before: [{ value: null, total: 1 }] })
      const options = { reason: '', moveTo: null, notifiesOwners: false }
      const { act } = await settle(bulk.change(target, change, preview.seenAt, options))
      const tagsOf = async () => (await settle(systems.byIds([system.id])))[0]?.tags
      expect(await tagsOf()).toEqual([tag.id])
      expect(await settle(acts.get(act ?? ''))).toMatchObject({
        action: 'add_tag',
        valueName: word,
        undoable: 1,
      })
      expect(await settle(acts.undo(act ?? ''))).toMatchObject({ undone: 1, left: [] })
      expect(await tagsOf()).toEqual([])
      await settle(systems.remove(system.id))
      await settle(tags.remove(tag.id))
    })
  })
}

/** The filter that keeps what has any of the tags, or all. */
function withTags(ids: readonly string[], all: boolean): RecordSearch {
  const condition = { field: 'tags', operator: all ? 'all_of' : 'is', values: ids } as const
  return { ...EVERY_RECORD, conditions: { match: 'all', conditions: [condition] } }
}
