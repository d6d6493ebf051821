import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests the first steps of a new account against any implementation of the port. */
export function firstStepsContract({
  open,
  keepsWrites,
  settle = (answer) => answer,
}: ContractOptions): void {
  describe('the first steps', () => {
    const record = (name: string) => ({
      ...newSystem({ name, description: 'Asks and answers.', ownerId: null }),
      ...{ fields: { vendor: 'Maker' }, status: 'active' as const },
    })

    test('say how far the account has come', async () => {
      const { firstSteps, systems } = await open()
      const { systems: counted, owned } = await settle(firstSteps.progress())
      expect(counted).toBe(Math.min(5, (await settle(systems.list())).total))
      expect(owned).toBeLessThanOrEqual(counted)
    })

    if (!keepsWrites) {
      test('add nothing for guests', async () => {
        const { firstSteps } = await open()
        const added = firstSteps.addRecords({ kind: 'system', records: [record('Wiki')] })
        await expect(settle<unknown>(added)).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('add several records at once, without those whose name is taken', async () => {
      const { firstSteps, systems } = await open()
      const name = `Contract ${crypto.randomUUID()}`
      const records = [`${name} b`, `${name} a`].map(record)
      const first = await settle(firstSteps.addRecords({ kind: 'system', records }))
      expect(first).toMatchObject({ added: [{ name: `${name} a` }, { name: `${name} b` }], taken: [] })
      const ids = first.added.map(({ id }) => id)
      expect(await settle(systems.byIds(ids))).toMatchObject([
        { name: `${name} a`, status: 'active', fields: { vendor: 'Maker' } },
        { name: `${name} b` },
      ])
      const again = await settle(firstSteps.addRecords({ kind: 'system', records }))
      expect(again).toEqual({ added: [], taken: [`${name} b`, `${name} a`] })
      for (const id of ids) await settle(systems.remove(id))
    })

    test('add records of the other kinds with what is their own', async () => {
      const { firstSteps, agents, automations, solutions } = await open()
      const { name, fields, ...common } = record(`Contract ${crypto.randomUUID()}`)
      const plain = { ...common, name }
      const agent = await settle(
        firstSteps.addRecords({ kind: 'agent', records: [{ ...plain, platform: 'Anthropic' }] }),
      )
      const automation = await settle(
        firstSteps.addRecords({
          kind: 'automation',
          records: [{ ...plain, source: 'Zapier', webhookUrl: '' }],
        }),
      )
      const solution = await settle(
        firstSteps.addRecords({
          kind: 'solution',
          records: [{ ...plain, useCases: ['Asking'], users: [], relatedSystems: [] }],
        }),
      )
      const idsOf = (answer: typeof agent) => answer.added.map(({ id }) => id)
      expect(await settle(agents.byIds(idsOf(agent)))).toMatchObject([{ name, platform: 'Anthropic' }])
      expect(await settle(automations.byIds(idsOf(automation)))).toMatchObject([{ name, status: 'active' }])
      expect(await settle(solutions.byIds(idsOf(solution)))).toMatchObject([{ name, useCases: ['Asking'] }])
      for (const id of idsOf(agent)) await settle(agents.remove(id))
      for (const id of idsOf(automation)) await settle(automations.remove(id))
      for (const id of idsOf(solution)) await settle(solutions.remove(id))
    })
  })
}
