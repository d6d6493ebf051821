import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { FoundFilter } from '../port/found.ts'
import type { ContractOptions } from './options.ts'

const WAITING: FoundFilter = { state: 'waiting', kind: 'system', source: null }

/** Tests found records, which wait for a decision, against any implementation of the port. */
export function foundContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Found records', () => {
    if (!keepsWrites) {
      test('[GUEST-15] are shown to guests, who cannot decide about them', async () => {
        const { found } = await open()
        const { items, total } = await settle(found.list({ ...WAITING, kind: null }, 0))
        expect(items).toHaveLength(total)
        const kinds = (await settle(found.groups())).map(({ kind }) => kind)
        expect(kinds.toSorted()).toEqual(items.map(({ kind }) => kind).toSorted())
        await expect(settle(found.ignore({ kind: null, source: null }))).rejects.toBeInstanceOf(
          GuestModeError,
        )
        expect(await settle(found.sources())).toEqual([])
      })
      return
    }

    test('wait after an import has left them, become a record by another, or are ignored', async () => {
      const { found, imports, systems, acts } = await open()
      const source = crypto.randomUUID()
      const filter = { ...WAITING, source }
      const names = async (state: FoundFilter['state']) =>
        (await found.list({ ...filter, state }, 0)).items.map(({ name }) => name.slice(0, 3)).toSorted()
      const id = await imports.start({ kind: 'system', fileName: 'systems.csv', source, key: 'name' })
      const values = (name: string) => ({ name: `${name} ${source}`, source_id: name, owner: 'Captain Nemo' })
      await imports.addRows(
        id,
        ['one', 'two'].map((name, index) => ({ row: index + 1, values: values(name) })),
      )
      await imports.check(id)
      expect(await imports.decide(id, { effect: 'new' }, { do: 'leave' })).toMatchObject({ leftOut: 2 })
      expect(await found.leaveForLater(id)).toBe(2)
      expect(await imports.get(id)).toMatchObject({ leftOut: 0 })
      const { items } = await found.list(filter, 0)
      expect(items).toMatchObject([{ source, owner: 'Captain Nemo', recordId: null }, {}])
      expect(await found.groups()).toContainEqual({ kind: 'system', source, state: 'waiting', count: 2 })

      expect(await found.ignore({ ids: items.slice(0, 1).map((item) => item.id) })).toBe(1)
      expect([(await names('waiting')).length, (await names('ignored')).length]).toEqual([1, 1])
      expect(await found.takeBack({ kind: null, source })).toBe(1)

      const plan = await found.review({ kind: 'system', source })
      const done = await imports.apply(plan)
      expect(done).toMatchObject({ applied: 2, state: 'done' })
      expect(await names('registered')).toEqual(['one', 'two'])
      const [first] = (await found.list({ ...filter, state: 'registered' }, 0)).items
      expect((await systems.byIds([first?.recordId ?? '']))[0]?.name).toBe(first?.name)
      await acts.undo(done.act ?? '')
    })

    test('come from sources that have a key, which is shown once', async () => {
      const { found } = await open()
      const name = crypto.randomUUID()
      const key = await found.addSource(name)
      expect(key).toMatch(/^cairn_src_/)
      const source = (await found.sources()).find((each) => each.name === name)
      expect(source).toMatchObject({ createdAt: expect.any(Date), lastSeenAt: null })
      expect(await found.renewKey(source?.id ?? '')).not.toBe(key)
      await found.deleteSource(source?.id ?? '')
      expect((await found.sources()).map((each) => each.name)).not.toContain(name)
    })
  })
}
