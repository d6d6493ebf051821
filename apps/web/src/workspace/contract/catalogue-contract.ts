import { describe, expect, test } from 'vitest'
import { GuestModeError, WorkspaceError } from '../errors.ts'
import type { CataloguePart, CatalogueRecord, RecordInput } from '../port/records.ts'
import type { Workspace } from '../port.ts'
import type { ContractOptions } from './options.ts'

/** What a catalogue answers beyond what all of them do. */
interface CatalogueCase<Item extends CatalogueRecord, New extends RecordInput, Change> {
  /** 'Agents', as guests hear it. */
  things: string
  /** The numbers of the requirements about its order, its fields, and its being kept. */
  numbers: { order: string; fields: string; writes: string; guests: string }
  part: (workspace: Workspace) => CataloguePart<Item, New, Change>
  order: 'by name' | 'newest first'
  /** The fields that other catalogues have not, with their types. */
  fields: (item: Item) => object
  create: (input: RecordInput) => New
  /** What a new record is, beside what was entered. */
  atFirst: object
  change: (input: RecordInput) => Change
}

/** A record that nobody has yet, so that the suite can be run again on what is left of a run that failed. */
function newInput(): RecordInput {
  return { name: `Contract ${crypto.randomUUID()}`, description: 'Written by a test', ownerId: null }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What the catalogue answers, whatever implements it. */
export function catalogueContract<
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends object,
>(
  { open, keepsWrites, settle = (answer) => answer }: ContractOptions,
  { things, numbers, part, order, fields, create, atFirst, change }: CatalogueCase<Item, New, Change>,
): void {
  const openPart = async () => part(await open())

  describe(things, () => {
    test(`[${numbers.order}] are listed ${order}`, async () => {
      const items = await settle((await openPart()).list())
      expect(items).not.toHaveLength(0)
      expect(items).toEqual([...items].sort(order === 'by name' ? byName : byAge))
    })

    test(`[${numbers.fields}] have every field in its type`, async () => {
      for (const item of await settle((await openPart()).list())) {
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
          version: expect.any(String),
          ...fields(item),
        })
      }
    })

    test('[PERM-18] are of one account only', async () => {
      const accounts = new Set((await settle((await openPart()).list())).map(({ accountId }) => accountId))
      expect(accounts.size).toBe(1)
    })

    if (!keepsWrites) {
      test(`[${numbers.guests}] are not kept when a guest saves them`, async () => {
        const catalogue = await openPart()
        const before = await settle(catalogue.list())
        const first = before[0]?.id ?? ''
        for (const write of [
          () => catalogue.add(create(newInput())),
          () => catalogue.update(first, change(newInput()), before[0]?.version ?? ''),
          () => catalogue.remove(first),
        ]) {
          const refusal = await settle<unknown>(write()).catch((error: unknown) => error)
          expect(refusal).toBeInstanceOf(GuestModeError)
          expect(refusal).toMatchObject({
            title: 'Guest Mode',
            message: `${things} aren't saved in guest mode. Please sign up for full access.`,
          })
        }
        expect((await settle(catalogue.list())).map(identity)).toEqual(before.map(identity))
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
      const kept = (await settle(catalogue.list())).find(({ id }) => id === added.id)
      expect(kept).toMatchObject(changed)

      await settle(catalogue.remove(added.id))
      expect((await settle(catalogue.list())).map(({ id }) => id)).not.toContain(added.id)
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

/** What a write would change, without what moves by itself. */
function identity({ id, name, description, status }: CatalogueRecord) {
  return { id, name, description, status }
}

function byName(one: CatalogueRecord, other: CatalogueRecord): number {
  return one.name.localeCompare(other.name)
}

function byAge(one: CatalogueRecord, other: CatalogueRecord): number {
  return other.createdAt.getTime() - one.createdAt.getTime()
}
