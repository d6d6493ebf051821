import { describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, refusal } from './support/fixture.ts'
import { freshNumber, openPhoneSite, PHONE } from './support/phone-site.ts'

const { site, provider, usersOf, database } = await openPhoneSite()

async function addPhonePerson(): Promise<string> {
  const phone = freshNumber()
  await site.browser().signUp({ phone, password: PASSWORD })
  await site.browser().verifyOtp({ phone, token: await provider.nextCode(phone), type: 'sms' })
  return phone
}

describe('a code to sign in with, by SMS', () => {
  test('[CLIENT-27, 30] signs a known user in, and creates a new one', async () => {
    for (const phone of [await addPhonePerson(), freshNumber()]) {
      const browser = site.browser()
      const asked = await browser.signInWithOtp({ phone })
      expect(asked).toMatchObject({ error: null, data: { session: null } })
      const token = await provider.nextCode(phone)
      const { data, error } = await browser.verifyOtp({ phone, token, type: 'sms' })
      expect(error).toBeNull()
      expect(data.session?.user.phone).toBe(phone)
      const again = await browser.verifyOtp({ phone, token, type: 'sms' })
      expect(again.error?.code).toBe('otp_expired')
    }
  })

  test('[CLIENT-30] creates no user where that is not wanted, and the answer is the same', async () => {
    const phone = freshNumber()
    const asked = await site.browser().signInWithOtp({ phone, options: { shouldCreateUser: false } })
    expect(asked.error).toBeNull()
    expect(await usersOf(phone)).toHaveLength(0)
    expect(await site.sql`select from auth.mail_queue where recipient = ${phone}`).toHaveLength(0)
  })

  test('five wrong codes, and the right one is worth nothing', async () => {
    const phone = await addPhonePerson()
    await site.browser().signInWithOtp({ phone })
    const code = await provider.nextCode(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) {
      const { error } = await site.browser().verifyOtp({ phone, token: wrong, type: 'sms' })
      expect(error?.code).toBe('otp_expired')
    }
    expect((await site.browser().verifyOtp({ phone, token: code, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
  })

  test('the database holds a keyed hash of it, and no code in what waits to be sent', async () => {
    const phone = await addPhonePerson()
    await site.browser().signInWithOtp({ phone })
    const code = await provider.nextCode(phone)
    const rows = await site.sql`select * from auth.one_time_tokens where relates_to = ${phone}`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
  })

  test('a code for one number opens no other, and none of a mailbox', async () => {
    const [mine, other] = [await addPhonePerson(), await addPhonePerson()]
    await site.browser().signInWithOtp({ phone: mine })
    const token = await provider.nextCode(mine)
    expect((await site.browser().verifyOtp({ phone: other, token, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await site.browser().verifyOtp({ phone: mine, token, type: 'phone_change' })).error?.code).toBe(
      'otp_expired',
    )
    const body = { type: 'email', phone: mine, token }
    expect(await refusal(await site.send('POST', '/verify', { body }))).toMatchObject({ status: 400 })
  })

  test('is limited for each number, known or not, and for all numbers together', async () => {
    const known = await addPhonePerson()
    const strict = await openSite(database, {
      twilio: provider.settings,
      settings: { phone: PHONE, rateLimits: { signUpsPerFiveMinutes: 1_000, smsPerHourTotal: 3 } },
    })
    await strict.sql`delete from auth.rate_limits`
    const ask = async (phone: string) => {
      const response = await strict.send('POST', '/otp', { body: { phone } })
      return response.status === 200 ? 'sent' : (await refusal(response)).code
    }
    for (const phone of [known, freshNumber()]) {
      expect([await ask(phone), await ask(phone)]).toEqual(['sent', 'over_sms_send_rate_limit'])
    }
    expect([await ask(freshNumber()), await ask(freshNumber())]).toEqual(['sent', 'over_sms_send_rate_limit'])
    await strict.sql`delete from auth.rate_limits`
    await strict.close()
  })
})

describe('where phone numbers are switched off', async () => {
  const { site: off } = await openTestSite({ smtpUrl: null, sendMail: false })

  test.each([
    ['/signup', { phone: '15550100199', password: PASSWORD }],
    ['/otp', { phone: '15550100199' }],
    ['/resend', { phone: '15550100199', type: 'sms' }],
    ['/token?grant_type=password', { phone: '15550100199', password: PASSWORD }],
  ])('%s says so', async (path, body) => {
    const refused = await refusal(await off.send('POST', path, { body }))
    expect(refused).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  test('a code is none, as if it had expired', async () => {
    const body = { phone: '15550100199', token: '123456', type: 'sms' }
    const refused = await refusal(await off.send('POST', '/verify', { body }))
    expect(refused).toEqual({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
  })

  test('so does /settings, which names the provider where there is one', async () => {
    const read = async (from: typeof site): Promise<unknown> => (await from.send('GET', '/settings')).json()
    expect(await read(off)).toMatchObject({ external: { phone: false }, sms_provider: '' })
    expect(await read(site)).toMatchObject({ external: { phone: true }, sms_provider: 'twilio' })
  })
})
