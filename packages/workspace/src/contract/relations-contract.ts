import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { DEMO_RELATIONS } from '../examples/relations.ts'
import { newSolution, newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests relations against any implementation of the port. */
export function relationsContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Relations', () => {
    if (!keepsWrites) {
      test('[GUEST-15] show guests those of an example, and keep none', async () => {
        const { relations } = await open()
        const [example] = DEMO_RELATIONS
        if (!example) throw new Error('There is no example.')
        const near = await settle(relations.neighbours('system', example.fromId, 1, 50))
        expect(near.edges).toContainEqual({ ...example, field: null, isRelation: true })
        expect(near.nodes.find(({ distance }) => distance === 0)).toMatchObject({ id: example.fromId })
        const map = await settle(relations.map('kind', ['system'], null))
        expect(map.groups.map(({ key }) => key)).toContain('automation')
        expect(map.records).toContainEqual(
          expect.objectContaining({ id: example.fromId, group: 'system', kind: 'system' }),
        )
        expect(map.hidden).toEqual({ groups: 0, records: 0, relations: 0 })
        for (const write of [() => relations.add(example), () => relations.remove(example)])
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('are kept between records of any kinds, and read from both ends, within depth and limit', async () => {
      const { relations, alerts, systems, solutions, deletion } = await open()
      const named = (name: string) => ({
        name: `${name} ${crypto.randomUUID()}`,
        description: '',
        ownerId: null,
      })
      const ledger = await settle(systems.add(newSystem(named('Ledger'))))
      const portal = await settle(solutions.add(newSolution(named('Portal'))))
      const store = await settle(systems.add(newSystem(named('Store'))))
      const first = { fromId: portal.id, toId: ledger.id, type: 'depends_on' } as const
      const second = { fromId: ledger.id, toId: store.id, type: 'runs_in' } as const
      await settle(relations.add({ ...first, note: 'By night' }))
      await settle(relations.add({ ...second, note: '' }))
      const refused = (relation: Parameters<typeof relations.add>[0]) =>
        expect(settle(relations.add(relation))).rejects
      await refused({ ...first, note: '' }).toMatchObject({ kind: 'conflict' })
      await refused({ ...first, toId: portal.id, note: '' }).toMatchObject({ kind: 'invalid' })

      const near = await settle(relations.neighbours('system', ledger.id, 1, 50))
      expect(near.nodes.map(({ id, distance }) => [id, distance])).toEqual([
        [ledger.id, 0],
        [portal.id, 1],
        [store.id, 1],
      ])
      expect(near.edges).toContainEqual({ ...first, note: 'By night', field: null, isRelation: true })
      expect(near.groups).toContainEqual({
        ...{ type: 'depends_on', outgoing: false, field: null, isRelation: true, kind: 'solution', total: 1 },
      })
      expect(await settle(relations.neighbours('system', store.id, 2, 1))).toMatchObject({
        nodes: [{ id: store.id }, { id: ledger.id, distance: 1 }],
        hidden: 1,
      })
      expect(await settle(deletion.impact('system', store.id))).toMatchObject([
        { kind: 'system', total: 1, items: [{ id: ledger.id }] },
      ])

      const { groups, records, edges } = await settle(relations.map('kind', ['solution'], null))
      expect(groups).toContainEqual(expect.objectContaining({ key: 'system', label: 'system' }))
      expect(records).toContainEqual(expect.objectContaining({ id: portal.id, group: 'solution' }))
      expect(edges).toContainEqual({
        from: { group: 'solution', recordId: portal.id },
        to: { group: 'system', recordId: null },
        total: 1,
      })

      const endsAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
      await settle(alerts.addMaintenance({ recordId: ledger.id, startsAt: null, endsAt, note: '' }))
      const meanwhile = await settle(relations.neighbours('solution', portal.id, 1, 50))
      expect(meanwhile.nodes.map((node) => [node.id, node.maintenanceUntil, node.troubleSince])).toEqual([
        [portal.id, null, null],
        [ledger.id, endsAt, null],
      ])
      const worked = await settle(relations.map('kind', ['system'], null))
      expect(worked.groups.find(({ key }) => key === 'system')).toMatchObject({ inMaintenance: 1 })
      expect(worked.records.find(({ id }) => id === ledger.id)).toMatchObject({ maintenanceUntil: endsAt })

      const filter = { text: ledger.name, statuses: [], owners: [], gaps: [] }
      const listed = await settle(relations.map('kind', ['system'], { kind: 'system', filter }))
      expect(listed.groups.map(({ key, records: count }) => [key, count])).toEqual([['system', 1]])
      expect(listed.records.map(({ id }) => id)).toEqual([ledger.id])
      expect(listed.edges).toEqual([])

      await settle(relations.remove(second))
      await expect(settle(relations.remove(second))).rejects.toMatchObject({ kind: 'not-found' })
      expect((await settle(relations.neighbours('system', store.id, 3, 50))).edges).toEqual([])
      for (const { id } of [ledger, store]) await settle(systems.remove(id))
      await settle(solutions.remove(portal.id))
    })

    test('are added with a record that is added or changed, or the record is left as it was', async () => {
      const { relations, systems } = await open()
      const names = (name: string) => ({
        name: `${name} ${crypto.randomUUID()}`,
        description: '',
        ownerId: null,
      })
      const store = await settle(systems.add(newSystem(names('Store'))))
      const to = { otherId: store.id, type: 'runs_in', outgoing: true, note: 'By night' } as const
      const input = names('Ledger')
      const unknown = [to, { ...to, otherId: crypto.randomUUID() }]
      const refused = () => expect(settle(systems.add(newSystem({ ...input, relations: unknown })))).rejects
      await refused().toMatchObject({ kind: 'invalid' })

      const ledger = await settle(systems.add(newSystem({ ...input, relations: [to] })))
      expect(ledger).toMatchObject({ name: input.name, version: ledger.version })
      const change = { ...newSystem({ ...input, description: 'Books' }), status: 'active' } as const
      const back = { ...to, outgoing: false, type: 'depends_on', note: '' } as const
      await expect(
        settle(systems.update(ledger.id, { ...change, relations: unknown }, ledger.version)),
      ).rejects.toMatchObject({ kind: 'invalid' })
      expect(
        await settle(systems.update(ledger.id, { ...change, relations: [to, back, back] }, ledger.version)),
      ).toMatchObject({ kind: 'saved', item: { description: 'Books' } })
      const late = await settle(systems.update(ledger.id, { ...change, relations: [back] }, ledger.version))
      expect(late).toMatchObject({ kind: 'changed', current: { description: 'Books' } })
      const near = await settle(relations.neighbours('system', ledger.id, 1, 50))
      expect(near.edges).toHaveLength(2)
      expect(near.edges).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ fromId: ledger.id, toId: store.id, type: 'runs_in', note: 'By night' }),
          expect.objectContaining({ fromId: store.id, toId: ledger.id, type: 'depends_on' }),
        ]),
      )
      const fewer = [
        { ...to, removed: true },
        { ...to, type: 'replaces', removed: true },
      ] as const
      const version = late.kind === 'changed' ? late.current.version : ''
      expect(await settle(systems.update(ledger.id, { ...change, relations: fewer }, version))).toMatchObject(
        { kind: 'saved' },
      )
      expect((await settle(relations.neighbours('system', ledger.id, 1, 50))).edges).toMatchObject([
        { fromId: store.id, toId: ledger.id, type: 'depends_on' },
      ])
      await expect(settle(systems.add(newSystem({ ...input, relations: [to] })))).rejects.toMatchObject({
        kind: 'conflict',
        message: 'A system with this name already exists.',
      })
      for (const { id } of [ledger, store]) await settle(systems.remove(id))
    })
  })
}
