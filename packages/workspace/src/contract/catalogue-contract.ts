import { describe, expect, test } from 'vitest'
import { GuestModeError, WorkspaceError } from '../errors.ts'
import {
  type CataloguePart,
  type CatalogueRecord,
  EVERY_RECORD,
  type RecordInput,
  type RecordSearch,
} from '../port/records/records.ts'
import type { Workspace } from '../port/workspace.ts'
import type { ContractOptions } from './options.ts'

/** The properties in which the contracts of the catalogues differ. */
interface CatalogueCase<
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends { status: string },
> {
  /** The catalogue's noun as guests read it: 'Agents'. */
  things: string
  /** The requirement numbers of its order, of its fields, of its writes, and of its refusals to guests. */
  numbers: { order: string; fields: string; writes: string; guests: string }
  part: (workspace: Workspace) => CataloguePart<Item, New, Change>
  order: 'by name' | 'newest first'
  /** The fields that only this catalogue has, with their types. */
  fields: (item: Item) => object
  create: (input: RecordInput) => New
  /** The fields that a new record has in addition to the input. */
  atFirst: object
  change: (input: RecordInput) => Change
}

/** An input with a unique name, so that the suite also passes on the remains of a failed run. */
function newInput(): RecordInput {
  return { name: `Contract ${crypto.randomUUID()}`, description: 'Written by a test', ownerId: null }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Tests one catalogue against any implementation of the port. */
export function catalogueContract<
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends { status: string },
>(
  { open, keepsWrites, settle = (answer) => answer }: ContractOptions,
  { things, numbers, part, order, fields, create, atFirst, change }: CatalogueCase<Item, New, Change>,
): void {
  const openPart = async () => part(await open())
  const allOf = async (catalogue: CataloguePart<Item, New, Change>) => (await settle(catalogue.list())).items

  describe(things, () => {
    test(`[${numbers.order}] are listed ${order}`, async () => {
      const { items, total } = await settle((await openPart()).list())
      expect(total).toBe(items.length)
      expect(items).not.toHaveLength(0)
      expect(items).toEqual([...items].sort(order === 'by name' ? byName : byAge))
    })

    test(`[${numbers.fields}] have every field in its type`, async () => {
      for (const item of await allOf(await openPart())) {
        expect(item).toEqual({
          id: expect.any(String),
          name: expect.any(String),
          description: expect.any(String),
          createdAt: expect.any(Date),
          updatedAt: expect.any(Date),
          ownerId: item.ownerId === null ? null : expect.any(String),
          accountId: expect.any(String),
          status: expect.any(String),
          createdBy: item.createdBy === null ? null : expect.any(String),
          updatedBy: item.updatedBy === null ? null : expect.any(String),
          version: expect.any(String),
          fields: expect.any(Object),
          tags: expect.any(Array),
          links: expect.any(Array),
          ...fields(item),
        })
      }
    })

    test('[PERM-18] are of one account only', async () => {
      const accounts = new Set((await allOf(await openPart())).map(({ accountId }) => accountId))
      expect(accounts.size).toBe(1)
    })

    test('are found by a part of their name, whatever the capitals, and by their ids', async () => {
      const catalogue = await openPart()
      const all = await allOf(catalogue)
      const last = all.at(-1)
      const text = `${last?.name.slice(1).toUpperCase()} `
      const found = await settle(catalogue.find({ ...EVERY_RECORD, text }, 0))
      expect(idsOf(found)).toContain(last?.id)
      expect(found.total).toBe(found.items.length)
      expect(await settle(catalogue.find({ ...EVERY_RECORD, text: 'no 100% match' }, 0))).toEqual({
        items: [],
        total: 0,
      })
      const ids = [last?.id ?? '', NOBODY, 'no id at all']
      expect(idsOf({ items: await settle(catalogue.byIds(ids)) })).toEqual([last?.id])
    })

    test('are found in another order, and from a later one on', async () => {
      const catalogue = await openPart()
      const find = (by: 'name' | 'created', descending: boolean, skip = 0) =>
        settle(catalogue.find({ ...EVERY_RECORD, order: { by, descending } }, skip))
      const items = await allOf(catalogue)
      expect(idsOf(await find('name', true))).toEqual(idsOf({ items: [...items].sort(byName).reverse() }))
      const oldest = await find('created', false)
      expect(oldest.items).toEqual([...oldest.items].sort((one, other) => byAge(other, one)))
      expect(idsOf(await find('created', false, 1))).toEqual(idsOf(oldest).slice(1))
      expect(await find('created', false, 1000)).toEqual({ items: [], total: items.length })
      expect(idsOf(await settle(catalogue.find(EVERY_RECORD, 0)))).toEqual(idsOf({ items }))
    })

    test('are found by their status and their owner, or by having none', async () => {
      const catalogue = await openPart()
      const items = await allOf(catalogue)
      const find = (filter: Partial<RecordSearch>) =>
        settle(catalogue.find({ ...EVERY_RECORD, ...filter }, 0))
      for (const status of new Set(items.map((item) => item.status ?? '')))
        expect(idsOf(await find({ statuses: [status, 'no status'] }))).toEqual(
          idsOf({ items: items.filter((item) => item.status === status) }),
        )
      for (const owner of new Set([null, ...items.map(({ ownerId }) => ownerId)]))
        expect(idsOf(await find({ owners: [owner] }))).toEqual(
          idsOf({ items: items.filter(({ ownerId }) => ownerId === owner) }),
        )
      expect(await find({ owners: [NOBODY] })).toEqual({ items: [], total: 0 })
      expect(await find({ owners: ['no id at all'] })).toEqual({ items: [], total: 0 })
      expect(idsOf(await find({ owners: ['no id at all', null] }))).toEqual(
        idsOf(await find({ owners: [null] })),
      )
      expect(await find({ statuses: ['no status'] })).toEqual({ items: [], total: 0 })
    })

    test('are found with a match in the name before one in the description', async () => {
      const catalogue = await openPart()
      const text = (await allOf(catalogue)).at(-1)?.name.slice(0, 3).toLowerCase() ?? ''
      const found = await settle(
        catalogue.find({ ...EVERY_RECORD, text, order: { by: 'match', descending: false } }, 0),
      )
      const inName = found.items.map(({ name }) => name.toLowerCase().includes(text))
      expect(inName).toEqual([...inName].sort((one, other) => Number(other) - Number(one)))
      expect(inName[0]).toBe(true)
    })

    if (!keepsWrites) {
      test(`[${numbers.guests}] are not kept when a guest saves them`, async () => {
        const catalogue = await openPart()
        const before = await allOf(catalogue)
        const first = before[0]?.id ?? ''
        for (const write of [
          () => catalogue.add(create(newInput())),
          () => catalogue.update(first, change(newInput()), before[0]?.version ?? ''),
          () => catalogue.setStatus(first, change(newInput()).status),
          () => catalogue.remove(first),
        ]) {
          const refusal = await settle<unknown>(write()).catch((error: unknown) => error)
          expect(refusal).toBeInstanceOf(GuestModeError)
          expect(refusal).toMatchObject({
            title: 'Guest Mode',
            message: `${things} aren't saved in guest mode. Please sign up for full access.`,
          })
        }
        expect((await allOf(catalogue)).map(identity)).toEqual(before.map(identity))
      })
      return
    }

    test(`[${numbers.writes}] are kept as they are added, changed and removed`, async () => {
      const catalogue = await openPart()
      const input = newInput()
      const added = await settle(catalogue.add(create(input)))
      expect(added).toMatchObject({ ...create(input), ...atFirst })

      const changed = change({ ...input, description: 'Changed by a test' })
      expect(await settle(catalogue.update(added.id, changed, added.version))).toMatchObject({
        kind: 'saved',
        item: { id: added.id, ...changed },
      })
      const kept = (await allOf(catalogue)).find(({ id }) => id === added.id)
      expect(kept).toMatchObject(changed)
      expect(await settle(catalogue.setStatus(added.id, changed.status))).toEqual({
        ...kept,
        updatedAt: expect.any(Date),
        updatedBy: kept?.updatedBy === null ? null : expect.any(String),
        version: expect.any(String),
      })

      await settle(catalogue.remove(added.id))
      expect((await allOf(catalogue)).map(({ id }) => id)).not.toContain(added.id)
    })

    test('[OPEN-03] have names of their own, whatever the capitals', async () => {
      const catalogue = await openPart()
      const input = newInput()
      const added = await settle(catalogue.add(create(input)))
      const again = settle(catalogue.add(create({ ...input, name: input.name.toUpperCase() })))
      await expect(again).rejects.toMatchObject({ kind: 'conflict', message: /already exists/ })
      await settle(catalogue.remove(added.id))
    })

    test('are not changed by somebody who has not seen what another has made of them', async () => {
      const catalogue = await openPart()
      const input = newInput()
      const seen = await settle(catalogue.add(create(input)))
      const theirs = change({ ...input, description: 'Theirs' })
      const first = await settle(catalogue.update(seen.id, theirs, seen.version))
      if (first.kind !== 'saved') throw new Error('Nobody else has changed it.')
      expect(first.item.version).not.toBe(seen.version)

      const mine = change({ ...input, description: 'Mine' })
      const second = await settle(catalogue.update(seen.id, mine, seen.version))
      expect(second).toEqual({ kind: 'changed', current: first.item })
      const third = await settle(catalogue.update(seen.id, mine, first.item.version))
      expect(third).toMatchObject({ kind: 'saved', item: { description: 'Mine' } })

      await settle(catalogue.remove(seen.id))
      expect(await settle(catalogue.update(seen.id, theirs, seen.version))).toEqual({ kind: 'gone' })
    })

    test('say that one is not there when it is removed', async () => {
      const catalogue = await openPart()
      await expect(settle(catalogue.remove(NOBODY))).rejects.toBeInstanceOf(WorkspaceError)
    })
  })
}

function idsOf({ items }: { items: readonly CatalogueRecord[] }): readonly string[] {
  return items.map(({ id }) => id)
}

/** The fields that only a write changes, without those that change by themselves. */
function identity({ id, name, description, status }: CatalogueRecord) {
  return { id, name, description, status }
}

function byName(one: CatalogueRecord, other: CatalogueRecord): number {
  return one.name.localeCompare(other.name)
}

function byAge(one: CatalogueRecord, other: CatalogueRecord): number {
  return other.createdAt.getTime() - one.createdAt.getTime()
}
