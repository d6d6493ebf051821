import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { ContractOptions } from './options.ts'

/** Tests how users join accounts against any implementation of the port, as a user who has an account already. */
export function joiningContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Joining', () => {
    const joiningOf = async () => (await open()).joining

    test('[GAP-38] offers nothing to whoever has a place', async () => {
      const joining = await joiningOf()
      expect(await settle(joining.placement())).toEqual({
        waitingFor: null,
        invitations: [],
        domain: null,
        formerAccount: null,
      })
    })

    test('starts with newcomers who join at once', async () => {
      const joining = await joiningOf()
      expect(await settle(joining.newcomers())).toEqual({ needAdmission: false, waiting: [] })
    })

    test(keepsWrites ? 'keeps that newcomers are admitted' : 'changes nothing for a guest', async () => {
      const joining = await joiningOf()
      const change = settle(joining.setAdmission(true))
      if (!keepsWrites) return expect(change).rejects.toBeInstanceOf(GuestModeError)
      await change
      expect(await settle(joining.newcomers())).toMatchObject({ needAdmission: true })
      await settle(joining.setAdmission(false))
      expect(await settle(joining.newcomers())).toMatchObject({ needAdmission: false })
      const nobody = crypto.randomUUID()
      await expect(settle(joining.admit(nobody))).rejects.toMatchObject({ kind: 'not-found' })
      await expect(settle(joining.acceptInvitation(nobody))).rejects.toMatchObject({
        message: 'This invitation has expired or is no longer valid.',
      })
      expect(await settle(joining.joinDomain(null))).toBe(true)
    })
  })
}
