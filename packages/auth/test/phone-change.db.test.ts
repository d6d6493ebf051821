import type { GoTrueClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from './support/fixture.ts'
import { freshNumber, openPhoneSite } from './support/phone-site.ts'

const { site, provider, usersOf } = await openPhoneSite()

async function signedIn(email: string): Promise<GoTrueClient> {
  await site.addUser(email)
  const browser = site.browser()
  expect((await browser.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return browser
}

describe('a change of number', () => {
  test('happens when the new number is proven, and then signs in', async () => {
    const phone = freshNumber()
    const browser = await signedIn('ada@example.org')
    const asked = await browser.updateUser({ phone: `+${phone}` })
    expect(asked.error).toBeNull()
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: phone })
    expect(await usersOf(phone)).toHaveLength(0)

    const token = await provider.nextCode(phone)
    const { data, error } = await browser.verifyOtp({ phone, token, type: 'phone_change' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone, email: 'ada@example.org' })
    expect(data.user?.new_phone).toBeUndefined()
    expect(data.user?.identities?.map(({ provider: name }) => name)).toContain('phone')
    const later = await site.browser().signInWithPassword({ phone, password: PASSWORD })
    expect(later.data.user?.id).toBe(data.user?.id)
  })

  test('resend brings another code for it', async () => {
    const phone = freshNumber()
    const browser = await signedIn('grace@example.org')
    await browser.updateUser({ phone })
    await provider.nextCode(phone)
    expect((await site.browser().resend({ type: 'phone_change', phone })).error).toBeNull()
    const token = await provider.nextCode(phone)
    expect((await browser.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
  })

  test('to a number with an account is answered alike, and no SMS is sent', async () => {
    const taken = freshNumber()
    const owner = await signedIn('owner@example.org')
    await owner.updateUser({ phone: taken })
    await owner.verifyOtp({ phone: taken, token: await provider.nextCode(taken), type: 'phone_change' })

    const browser = await signedIn('curious@example.org')
    const sent = provider.messages.length
    expect((await browser.updateUser({ phone: taken })).error).toBeNull()
    expect(await site.sql`select from auth.mail_queue where recipient = ${taken}`).toHaveLength(0)
    expect(provider.messages).toHaveLength(sent)
  })

  test('of two who want one number the first who proves it has it', async () => {
    const phone = freshNumber()
    const first = await signedIn('first@example.org')
    const second = await signedIn('second@example.org')
    await first.updateUser({ phone })
    const firstCode = await provider.nextCode(phone)
    await second.updateUser({ phone })
    const secondCode = await provider.nextCode(phone)
    expect((await second.verifyOtp({ phone, token: secondCode, type: 'phone_change' })).error).toBeNull()
    const late = await first.verifyOtp({ phone, token: firstCode, type: 'phone_change' })
    expect(['phone_exists', 'otp_expired']).toContain(late.error?.code)
    expect(await usersOf(phone)).toHaveLength(1)
  })

  test('and an address that the new mailbox alone confirms take a sign-in of now, or the password', async () => {
    const browser = await signedIn('stolen@example.org')
    const alone = site.browser()
    const number = freshNumber()
    await alone.signInWithOtp({ phone: number })
    await alone.verifyOtp({ phone: number, token: await provider.nextCode(number), type: 'sms' })
    await site.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`
    const phone = freshNumber()
    const asked = [
      await browser.updateUser({ phone }),
      await alone.updateUser({ email: 'thief@example.org' }),
    ]
    expect(asked.map(({ error }) => error?.code)).toEqual([
      'reauthentication_needed',
      'reauthentication_needed',
    ])
    const changes = await site.sql`
      select from auth.users where phone_change = ${phone} or email_change = 'thief@example.org'`
    expect(changes).toHaveLength(0)
    expect((await browser.updateUser({ email: 'both.confirm@example.org' })).error).toBeNull()
    expect((await browser.updateUser({ phone, current_password: PASSWORD })).error).toBeNull()
  })

  test('a code by SMS replaces the current password of a user without an address', async () => {
    const phone = freshNumber()
    const browser = site.browser()
    await browser.signInWithOtp({ phone })
    await browser.verifyOtp({ phone, token: await provider.nextCode(phone), type: 'sms' })
    await site.sql`update auth.mfa_amr_claims set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'`
    expect((await browser.updateUser({ password: PASSWORD })).error?.code).toBe('reauthentication_needed')
    expect((await browser.reauthenticate()).error).toBeNull()
    const nonce = await provider.nextCode(phone)
    expect((await browser.updateUser({ password: PASSWORD, nonce })).error).toBeNull()
    expect((await site.browser().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })
})

test('the holder of the service key creates users with numbers and changes them', async () => {
  const [phone, next] = [freshNumber(), freshNumber()]
  const admin = site.admin()
  const made = await admin.createUser({ phone, password: PASSWORD, phone_confirm: true })
  expect(made.error).toBeNull()
  expect((await site.browser().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  expect((await admin.createUser({ phone, password: PASSWORD })).error?.code).toBe('phone_exists')
  const changed = await admin.updateUserById(made.data.user?.id ?? '', { phone: `+${next}` })
  expect(changed.data.user?.phone).toBe(next)
  expect((await site.browser().signInWithPassword({ phone: next, password: PASSWORD })).error).toBeNull()
})
