import { expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { GroupRuleInput } from '../port/group-rules.ts'
import type { ContractOptions } from './options.ts'

const RULE: Omit<GroupRuleInput, 'group'> = {
  ...{ provider: 'keycloak', claim: 'groups', teamId: null, level: 'user' },
}

/** Tests the protection of the caller's own account against any implementation of the port. */
export function securityContract({ open, codeOfApp, settle = (answer) => answer }: ContractOptions): void {
  test('[OPEN-18] tells where one is signed in, here included', async () => {
    const { security } = await open()
    const sessions = await settle(security.sessions())
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    for (const { signedInAt, lastUsedAt } of sessions) {
      expect(lastUsedAt.getTime()).toBeGreaterThanOrEqual(signedInAt.getTime())
    }
  })

  if (codeOfApp === null) {
    test('[GAP-29][GUEST-14][GAP-08] guards nothing for a guest', async () => {
      const { security } = await open()
      expect(await settle(security.factors())).toEqual([])
      expect(await settle(security.passkeys())).toEqual([])
      expect(await settle(security.apps.connectedApps())).toEqual([])
      expect(await settle(security.groups.list())).toEqual([])
      for (const write of [
        () => security.beginFactor({ name: 'Phone', password: null }),
        () => security.addKey({ name: 'Key', password: null }),
        () => security.addPasskey({ name: 'Laptop', password: null }),
        () => security.renamePasskey('any', 'Laptop'),
        () => security.removePasskey('any'),
        () => security.newRecoveryCodes(),
        () => security.endSession('any'),
        () => security.endOtherSessions({ keepsPrograms: false }),
        () => security.groups.add({ ...RULE, group: 'it' }),
        () => security.groups.remove('any'),
        () => security.prove('any'),
        () => security.apps.disconnectApp('any'),
        () => security.apps.appRequest('any'),
        () => security.apps.decideAppRequest('any', 'approve'),
      ]) {
        await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      }
    })
    return
  }

  test('rules about groups are added once, listed and deleted', async () => {
    const { groups } = (await open()).security
    const group = crypto.randomUUID()
    await groups.add({ ...RULE, group })
    await expect(groups.add({ ...RULE, group })).rejects.toMatchObject({ kind: 'conflict' })
    const listed = async () => (await groups.list()).filter((rule) => rule.group === group)
    const [rule] = await listed()
    expect(rule).toMatchObject({ ...RULE, group, members: 0 })
    await groups.remove(rule?.id ?? '')
    expect(await listed()).toEqual([])
  })

  test('[GAP-29] adds an app by its first code, gives recovery codes, and removes it', async () => {
    const { security } = await open()
    const { id, secret, qrCode } = await security.beginFactor({ name: 'Phone', password: null })
    expect(qrCode).toMatch(/^data:image\/svg\+xml/)
    expect(await security.factors()).toEqual([])
    const wrong = security.finishFactor(id, 'abcdef')
    await expect(wrong).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    await security.finishFactor(id, codeOfApp(secret))
    expect(await security.factors()).toMatchObject([{ id, kind: 'totp', name: 'Phone' }])
    expect(await security.recoveryCodesLeft()).toBe(0)
    expect(new Set(await security.newRecoveryCodes()).size).toBe(10)
    expect(await security.recoveryCodesLeft()).toBe(10)
    await expect(security.beginFactor({ name: 'Phone', password: null })).rejects.toMatchObject({
      code: 'mfa_factor_name_conflict',
    })
    await security.removeFactor(id)
    expect(await security.factors()).toEqual([])
  })

  test('finds no passkey that is not one’s own', async () => {
    const { security } = await open()
    expect(await security.passkeys()).toEqual([])
    const stranger = crypto.randomUUID()
    await expect(security.renamePasskey(stranger, 'Mine')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(security.removePasskey(stranger)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('knows no app that was not connected, and no request that nobody made', async () => {
    const { security } = await open()
    expect(await security.apps.connectedApps()).toEqual([])
    const stranger = crypto.randomUUID()
    for (const call of [
      () => security.apps.disconnectApp(stranger),
      () => security.apps.appRequest(stranger),
      () => security.apps.decideAppRequest(stranger, 'approve'),
    ])
      await expect(call()).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('[OPEN-18] ends no session that is not one’s own', async () => {
    const { security } = await open()
    const stranger = security.endSession(crypto.randomUUID())
    await expect(stranger).rejects.toMatchObject({ kind: 'not-found' })
    await security.endOtherSessions({ keepsPrograms: false })
    expect(await security.sessions()).toMatchObject([{ isCurrent: true }])
  })
}
