import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests handovers against any implementation of the port, as an admin who is alone in their account. */
export function handoversContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Handovers', () => {
    test('name what a member owns, of each kind, and nothing of whoever has nothing', async () => {
      const { systems, team, handovers: part } = await open()
      const [member] = await settle(team.members())
      const id = member?.id ?? ''
      if (!keepsWrites) return expect(await settle(part.items(id, false))).toEqual({})
      const { id: systemId } = await settle(
        systems.add(newSystem({ name: 'Handed', description: '', ownerId: id })),
      )
      const { system } = await settle(part.items(id, true))
      expect(system).toMatchObject({
        total: 1,
        items: [{ id: systemId, name: 'Handed', part: 'owner', reason: null, suggested: null, others: 0 }],
      })
      expect(await settle(part.more(id, true, 'system', 1))).toEqual({
        total: 1,
        owned: 1,
        named: 0,
        items: [],
      })
      await settle(systems.remove(systemId))
    })

    test('wait for an answer until there is one', async () => {
      const { handovers: part } = await open()
      expect(await settle(part.pending('system'))).toEqual([])
      const nobody = crypto.randomUUID()
      const answer = settle(part.answer({ ids: [nobody] }, { answer: 'accept' }))
      if (!keepsWrites) {
        await expect(answer).rejects.toBeInstanceOf(GuestModeError)
        const { items, pending } = await settle(part.mine('any', 0))
        expect(items.filter(({ state }) => state === 'pending')).toHaveLength(pending)
        return
      }
      await expect(answer).rejects.toMatchObject({
        message: 'This handover was answered, withdrawn or given to another person in the meantime.',
      })
      expect(await settle(part.mine(nobody, 0))).toEqual({ total: 0, pending: 0, items: [] })
    })

    test('go to somebody invited by the id that the team has of them', async () => {
      const { team, invitations, handovers: part } = await open()
      const name = `Ivy ${crypto.randomUUID()}`
      const email = `${crypto.randomUUID()}@invited.test`
      const person = { email, name, jobRole: '', department: '', permissionLevel: 'user' } as const
      if (keepsWrites) await settle(invitations.send(person))
      const ivy = (await settle(team.invited())).find((one) => !keepsWrites || one.name === name)
      const to = { id: ivy?.id ?? '' }
      const answer = settle(part.answer({ ids: [crypto.randomUUID()] }, { answer: 'pass-on', to }))
      if (!keepsWrites) return expect(answer).rejects.toBeInstanceOf(GuestModeError)
      // Ivy is known; only the handover does not exist.
      await expect(answer).rejects.toMatchObject({
        message: 'This handover was answered, withdrawn or given to another person in the meantime.',
      })
      const { active } = await settle(invitations.list(1))
      await settle(invitations.revoke(active.find((one) => one.name === name)?.id ?? ''))
    })
  })
}
