import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { DEFAULT_FEATURES } from '../rules/features.ts'
import type { ContractOptions } from './options.ts'

/** Tests the settings and the user's own profile against any implementation of the port. */
export function settingsContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Settings', () => {
    test('[SET-06] start with all notifications but the digest', async () => {
      const { preferences } = await open()
      const expected = { email: true, push: true, mentions: true, weeklyDigest: false }
      expect(await settle(preferences.notifications())).toEqual(expected)
    })

    test('[SET-23, 25, 26, 32] start with the usual features, none of them stored', async () => {
      const { features } = await open()
      const rows = await settle(features.rows())
      expect(Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled]))).toEqual(DEFAULT_FEATURES)
      expect(rows.every(({ id }) => id === `temp-${rows.find((row) => row.id === id)?.name}`)).toBe(true)
    })

    test('[SET-11] start without an appearance of one’s own', async () => {
      const { appearance } = await open()
      expect(await settle(appearance.read())).toBeNull()
    })

    test('show oneself, with e-mail and bio hidden from teammates', async () => {
      const { profile } = await open()
      const mine = await settle(profile.mine())
      expect(mine.name).not.toBe('')
      expect(mine.privacy).toEqual({ email: false, bio: false, job: true, department: true })
    })

    if (keepsWrites) describeKeptSettings(options)
    else describeGuestsSettings(options)
  })
}

function describeKeptSettings({ open, settle = (answer) => answer }: ContractOptions): void {
  test('[CALL-24][CALL-50] keep each new choice of notifications', async () => {
    const { preferences } = await open()
    const none = { email: false, push: false, mentions: false, weeklyDigest: true }
    for (const chosen of [none, { ...none, push: true }]) {
      await settle(preferences.saveNotifications(chosen))
      expect(await settle(preferences.notifications())).toEqual(chosen)
    }
  })

  test('[SET-33, 34][CALL-23][CALL-48][CALL-49] store a switch once, and change it from then on', async () => {
    const { features } = await open()
    const agents = async () => (await settle(features.rows())).filter(({ name }) => name === 'agents')
    const before = await agents()
    await settle(features.save(before.map((row) => ({ ...row, enabled: false }))))
    const [stored] = await agents()
    expect(stored).toMatchObject({ enabled: false })
    expect(stored?.id).not.toBe(before[0]?.id)
    expect(await settle(features.list())).toMatchObject({ agents: false })
    // An admin whose screen is older still holds the switch under its temporary id.
    await settle(features.save(before))
    expect(await agents()).toEqual([{ ...stored, enabled: true }])
  })

  test('[SET-29] refuse to switch on what is not there yet', async () => {
    const { features } = await open()
    const forum = { id: 'temp-q_and_a', name: 'q_and_a', enabled: true } as const
    await expect(settle(features.save([forum]))).rejects.toMatchObject({
      message: 'Knowledge base and Q&A cannot be switched on yet.',
    })
  })

  test('[CALL-25][CALL-51] keep the appearance, and the name of the account with it', async () => {
    const { appearance, membership } = await open()
    const chosen = {
      accountName: 'Example & Co',
      description: 'Ours.',
      logoUrl: 'https://acme.test/logo.png',
    }
    expect(await settle(appearance.save({ ...chosen, accountName: ' Example  & Co ' }))).toEqual(chosen)
    expect(await settle(appearance.read())).toEqual(chosen)
    expect((await settle(membership.mine())).account?.name).toBe('Example & Co')
    const nameless = settle(appearance.save({ ...chosen, accountName: ' ' }))
    await expect(nameless).rejects.toMatchObject({ message: 'Account name must have 1 to 120 characters.' })
  })

  test('[CALL-46] keep what is changed of the profile, and leave the rest', async () => {
    const { profile } = await open()
    const before = await settle(profile.mine())
    await settle(profile.save({ jobRole: 'CTO', bio: 'Keeps things running.' }))
    await settle(profile.save({ department: 'Engineering' }))
    expect(await settle(profile.mine())).toEqual({
      ...before,
      jobRole: 'CTO',
      bio: 'Keeps things running.',
      department: 'Engineering',
    })
    const refused = settle(profile.save({ avatarUrl: 'javascript:alert(1)' }))
    await expect(refused).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('keep what teammates may see', async () => {
    const { profile } = await open()
    const privacy = { email: true, bio: true, job: false, department: false }
    await settle(profile.savePrivacy(privacy))
    expect((await settle(profile.mine())).privacy).toEqual(privacy)
  })
}

function describeGuestsSettings({ open, settle = (answer) => answer }: ContractOptions): void {
  test('[GUEST-15, 16, 17, 18, 19, 20][GAP-08] are not saved in guest mode, and say so', async () => {
    const { preferences, features, appearance, profile, password } = await open()
    const writes: [things: string, write: () => Promise<unknown>][] = [
      [
        'Notification preferences',
        async () => preferences.saveNotifications(await settle(preferences.notifications())),
      ],
      ['Feature settings', () => features.save([])],
      ['Appearance settings', () => appearance.save({ accountName: 'Ours', description: '', logoUrl: '' })],
      ['Password changes', () => password.change({ current: 'a', next: 'b', keepsPrograms: false })],
      ['Profile changes', () => profile.save({ name: 'Someone' })],
      [
        'Privacy settings',
        () => profile.savePrivacy({ email: true, bio: true, job: true, department: true }),
      ],
    ]
    for (const [things, write] of writes) {
      const refusal = await settle(write().catch((error: unknown) => error))
      expect(refusal).toBeInstanceOf(GuestModeError)
      expect(refusal).toMatchObject({
        title: 'Guest Mode',
        message: `${things} aren't saved in guest mode. Please sign up for full access.`,
      })
    }
  })
}
