import { describe, expect, test } from 'vitest'
import { GuestModeError, type WorkspaceError } from '../errors.ts'
import type { NewToken } from '../port/tokens.ts'
import type { ContractOptions } from './options.ts'

const REPORTS: NewToken = { name: 'Reports', scopes: ['systems:read'], days: 30, serviceAccount: null }

/** Tests API tokens against any implementation of the port. */
export function tokensContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  const part = async () => (await open()).tokens

  describe('API tokens', () => {
    test('show four characters of their secret, and of service accounts the owner', async () => {
      const { tokens, serviceAccounts } = await settle((await part()).all())
      for (const { ending } of tokens) expect(ending).toMatch(/^[0-9a-f]{4}$/)
      for (const { ownerId, ownerName } of serviceAccounts) expect(ownerId === null).toBe(ownerName === null)
    })

    if (!keepsWrites) {
      test('[GUEST-15] are not made for guests', async () => {
        const tokens = await part()
        const writes = [
          () => tokens.make(REPORTS),
          () => tokens.rotate('demo-token-1', 30, 24),
          () => tokens.revoke('demo-token-1'),
          () => tokens.addServiceAccount('Nightly', ''),
          () => tokens.changeServiceAccount('demo-service-account-1', 'Nightly', ''),
          () => tokens.giveServiceAccount('demo-service-account-1', 'demo-person-1'),
          () => tokens.deleteServiceAccount('demo-service-account-1'),
          () => tokens.allowWithoutEnd(true),
        ]
        for (const write of writes)
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('are made, rotated and revoked', async () => {
      const tokens = await part()
      const secret = await tokens.make(REPORTS)
      const found = async () => (await tokens.all()).tokens.find(({ name }) => name === 'Reports')
      expect(await found()).toMatchObject({
        ...{ isMine: true, serviceAccount: null, scopes: ['systems:read'], lastUsedAt: null },
        ...{ ending: secret.slice(-4), formerUntil: null, hasSecret: true },
      })
      const id = (await found())?.id ?? ''
      expect(await tokens.rotate(id, 90, 24)).not.toBe(secret)
      expect((await found())?.formerUntil?.getTime()).toBeGreaterThan(Date.now())
      await tokens.revoke(id)
      expect(await found()).toBeUndefined()
    })

    test('of a service account end with it', async () => {
      const tokens = await part()
      const serviceAccount = await tokens.addServiceAccount('Nightly', 'Enters what is found.')
      await tokens.changeServiceAccount(serviceAccount, 'Weekly', '')
      await tokens.make({ ...REPORTS, serviceAccount })
      const { serviceAccounts, tokens: all } = await tokens.all()
      expect(serviceAccounts).toMatchObject([{ name: 'Weekly', purpose: '', tokens: 1 }])
      expect(all).toMatchObject([{ serviceAccount: { id: serviceAccount, name: 'Weekly' } }])
      await tokens.deleteServiceAccount(serviceAccount)
      expect(await tokens.all()).toMatchObject({ tokens: [], serviceAccounts: [] })
    })

    test('are without an end where the account allows that', async () => {
      const tokens = await part()
      await expect(tokens.make({ ...REPORTS, days: null })).rejects.toMatchObject({
        message: 'Your account does not allow tokens without an end.',
      } satisfies Partial<WorkspaceError>)
      await tokens.allowWithoutEnd(true)
      expect((await tokens.all()).allowsWithoutEnd).toBe(true)
      await tokens.make({ ...REPORTS, days: null })
      const { tokens: all } = await tokens.all()
      expect(all).toMatchObject([{ name: 'Reports', expiresAt: null }])
      for (const { id } of all) await tokens.revoke(id)
      await tokens.allowWithoutEnd(false)
    })
  })
}
