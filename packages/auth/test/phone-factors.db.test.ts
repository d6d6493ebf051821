import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD } from './support/fixture.ts'
import { freshNumber, openPhoneSite } from './support/phone-site.ts'

const { site, provider } = await openPhoneSite()
const EMAIL = 'ada@example.org'

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.sql`delete from auth.rate_limits`
  await site.addUser(EMAIL)
})

async function signIn(): Promise<GoTrueClient> {
  const browser = site.browser()
  expect((await browser.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
  return browser
}

/** Enrols a phone and shows its first code. */
async function enrol(browser: GoTrueClient, phone: string): Promise<string> {
  const { data, error } = await browser.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mine' })
  if (error !== null) throw error
  expect(data).toMatchObject({ type: 'phone', phone, friendly_name: 'Mine' })
  const { data: challenge } = await browser.mfa.challenge({ factorId: data.id })
  const code = await provider.nextCode(phone)
  const verified = await browser.mfa.verify({ factorId: data.id, challengeId: challenge?.id ?? '', code })
  expect(verified.error).toBeNull()
  return data.id
}

describe('a phone as second factor', () => {
  test('[CLIENT-22] is enrolled with a code, and from then on asked for at sign-in', async () => {
    const phone = freshNumber()
    const factorId = await enrol(await signIn(), phone)
    expect(provider.messages.at(-1)?.fields['Body']).toMatch(/^The second code is/)

    const browser = await signIn()
    const before = await browser.mfa.getAuthenticatorAssuranceLevel()
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const { data: challenge } = await browser.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect(challenge?.type).toBe('phone')
    const code = await provider.nextCode(phone)
    expect(provider.messages.at(-1)?.fields['To']).toBe(`whatsapp:+${phone}`)
    const shown = await browser.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    expect(shown.error).toBeNull()
    const after = await browser.mfa.getAuthenticatorAssuranceLevel()
    expect(after.data?.currentLevel).toBe('aal2')
    expect(after.data?.currentAuthenticationMethods).toContainEqual(
      expect.objectContaining({ method: 'mfa/phone' }),
    )
    expect((await browser.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone }])

    expect((await browser.mfa.unenroll({ factorId })).error).toBeNull()
    await browser.refreshSession()
    expect((await browser.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
  })

  test('a code works for its own challenge, and once', async () => {
    const phone = freshNumber()
    const factorId = await enrol(await signIn(), phone)
    const browser = await signIn()
    const first = await browser.mfa.challenge({ factorId })
    const firstCode = await provider.nextCode(phone)
    const second = await browser.mfa.challenge({ factorId })
    const secondCode = await provider.nextCode(phone)
    const mixed = { factorId, challengeId: second.data?.id ?? '', code: firstCode }
    if (firstCode !== secondCode) {
      expect((await browser.mfa.verify(mixed)).error?.message).toBe('Invalid MFA Phone code entered')
    }
    const right = { factorId, challengeId: second.data?.id ?? '', code: secondCode }
    expect((await browser.mfa.verify(right)).error).toBeNull()
    expect((await browser.mfa.verify(right)).error?.code).toBe('mfa_factor_not_found')
    const other = { factorId, challengeId: first.data?.id ?? '', code: firstCode }
    expect((await browser.mfa.verify(other)).error?.code).toBe('mfa_factor_not_found')
  })

  test('the same phone is no second factor twice', async () => {
    const phone = freshNumber()
    const browser = await signIn()
    await enrol(browser, phone)
    const again = await browser.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Again' })
    expect(again.error?.code).toBe('mfa_verified_factor_exists')
  })

  test('needs a number, and the second factor that the user already has', async () => {
    const browser = await signIn()
    const without = await browser.mfa.enroll({ factorType: 'phone', phone: 'mine' })
    expect(without.error?.code).toBe('validation_failed')
    await enrol(browser, freshNumber())
    const half = await signIn()
    const refused = await half.mfa.enroll({ factorType: 'phone', phone: freshNumber() })
    expect(refused.error?.code).toBe('insufficient_aal')
    expect((await half.updateUser({ phone: freshNumber() })).error?.code).toBe('insufficient_aal')
  })
})

test('without phones in the settings there are no phone factors', async () => {
  const { site: off } = await openTestSite({ smtpUrl: null, sendMail: false })
  await off.addUser(EMAIL)
  const browser = off.browser()
  await browser.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const { error } = await browser.mfa.enroll({ factorType: 'phone', phone: freshNumber() })
  expect(error?.code).toBe('mfa_phone_enroll_not_enabled')
})
