import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests the bin against any implementation of the port. */
export function binContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('The bin', () => {
    if (!keepsWrites) {
      test('[GUEST-15] shows guests examples, of one kind or of all, and keeps them', async () => {
        const { bin } = await open()
        const all = await settle(bin.page(null, 0))
        expect(all.items).toHaveLength(all.total)
        const [first] = all.items
        const ofKind = await settle(bin.page(first?.kind ?? null, 0))
        const names = all.items.filter(({ kind }) => kind === first?.kind).map(({ name }) => name)
        expect(ofKind.items.map(({ name }) => name)).toEqual(names)
        for (const write of [() => bin.restore('any', null), () => bin.purge(null)])
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('gives a deleted record back as it was, under another name where its own is taken', async () => {
      const { bin, systems } = await open()
      const input = newSystem({ name: 'Once there', description: 'Kept', ownerId: null })
      const system = await settle(systems.add(input))
      await settle(systems.remove(system.id))
      const { items, days } = await settle(bin.page('system', 0))
      expect(items[0]).toMatchObject({
        recordId: system.id,
        name: 'Once there',
        reason: '',
        mayRestore: true,
      })
      expect((items[0]?.expiresAt.getTime() ?? 0) - (items[0]?.deletedAt.getTime() ?? 0)).toBe(
        days * 86_400_000,
      )
      expect((await settle(bin.page('agent', 0))).items.map(({ recordId }) => recordId)).not.toContain(
        system.id,
      )

      const other = await settle(systems.add(input))
      await expect(settle(bin.restore(system.id, null))).rejects.toMatchObject({ kind: 'conflict' })
      const restored = await settle(bin.restore(system.id, 'Once more'))
      expect(restored).toEqual({ kind: 'system', id: system.id, name: 'Once more', missing: [] })
      const [back] = await settle(systems.byIds([system.id]))
      expect(back).toEqual({ ...system, name: 'Once more' })
      await expect(settle(bin.restore(system.id, null))).rejects.toMatchObject({ kind: 'not-found' })
      for (const { id } of [system, other]) {
        await settle(systems.remove(id))
        expect(await settle(bin.purge(id))).toBe(1)
      }
      // The bin still holds what other tests have deleted.
      const left = (await settle(bin.page('system', 0))).items.map(({ recordId }) => recordId)
      expect(left.filter((id) => [system.id, other.id].includes(id))).toEqual([])
    })
  })
}
