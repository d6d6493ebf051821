import { describe, expect, test } from 'vitest'
import { PASSWORD, refusal } from './support/fixture.ts'
import { freshNumber, openPhoneSite } from './support/phone-site.ts'

const { site, provider, usersOf } = await openPhoneSite()

describe('a sign-up with a phone number', () => {
  test('[CLIENT-26, 29] waits for the code, which confirms the number and signs in', async () => {
    const phone = freshNumber()
    const browser = site.browser()
    const { data, error } = await browser.signUp({
      phone: `+${phone}`,
      password: PASSWORD,
      options: { data: { name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      phone,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
    })

    const early = await site.browser().signInWithPassword({ phone, password: PASSWORD })
    expect(early.error?.code).toBe('phone_not_confirmed')

    const entered = { phone, token: await provider.nextCode(phone), type: 'sms', password: PASSWORD } as const
    const verified = await browser.verifyOtp(entered)
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ phone, user_metadata: { name: 'Ada', phone_verified: true } })
    expect(verified.data.user?.phone_confirmed_at).toBeDefined()
    expect(verified.data.user?.identities).toMatchObject([{ provider: 'phone', identity_data: { phone } }])

    const later = await site.browser().signInWithPassword({ phone: `+${phone}`, password: PASSWORD })
    expect(later.error).toBeNull()
    expect(later.data.user?.phone).toBe(phone)
  })

  test('the message goes out by the messaging service, with what the template says', async () => {
    const phone = freshNumber()
    await site.browser().signUp({ phone, password: PASSWORD })
    const code = await provider.nextCode(phone)
    const sent = provider.messages.find(({ fields }) => fields['To'] === `+${phone}`)
    expect(sent).toEqual({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:twilio-token').toString('base64')}`,
      fields: { To: `+${phone}`, MessagingServiceSid: 'MG1', Body: `Your code is ${code}` },
    })
  })

  test('by WhatsApp where that is asked for', async () => {
    const phone = freshNumber()
    await site.browser().signUp({ phone, password: PASSWORD, options: { channel: 'whatsapp' } })
    await provider.nextCode(phone)
    expect(provider.messages.at(-1)?.fields['To']).toBe(`whatsapp:+${phone}`)
  })

  test('a message that the provider refuses is sent again, and nothing of it is in the log', async () => {
    const phone = freshNumber()
    provider.refuseOnce(429, 20_429)
    await site.browser().signUp({ phone, password: PASSWORD })
    expect(await provider.nextCode(phone)).toMatch(/^\d{6}$/)
    const failed = site.events.find(({ kind }) => kind === 'mail-failed')
    expect(String(failed && 'cause' in failed && failed.cause)).toBe(
      'Error: Twilio answered 429, error 20429.',
    )
  })

  test('ends an earlier one that was never confirmed, as soon as it is confirmed itself', async () => {
    const phone = freshNumber()
    await site.browser().signUp({ phone, password: 'what an attacker chose' })
    const old = await provider.nextCode(phone)
    await site.browser().signUp({ phone, password: PASSWORD })
    const code = await provider.nextCode(phone)
    const entered = { phone, token: code, type: 'sms', password: PASSWORD } as const
    expect((await site.browser().verifyOtp(entered)).error).toBeNull()
    const stale = await site.browser().verifyOtp({ phone, token: old, type: 'sms' })
    expect(stale.error?.code).toBe('otp_expired')
    const attacker = { phone, password: 'what an attacker chose' }
    expect((await site.browser().signInWithPassword(attacker)).error?.code).toBe('invalid_credentials')
  })

  test('a number that has an account is answered like a free one, and nothing of it changes', async () => {
    const known = freshNumber()
    await site.browser().signUp({ phone: known, password: PASSWORD })
    await site.browser().verifyOtp({ phone: known, token: await provider.nextCode(known), type: 'sms' })
    const [before] = await usersOf(known)
    const shapes = []
    for (const phone of [known, freshNumber()]) {
      const response = await site.send('POST', '/signup', { body: { phone, password: 'another password' } })
      const text = (await response.text()).replaceAll(phone, 'number')
      shapes.push([response.status, text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')])
    }
    expect(shapes[0]).toEqual(shapes[1])
    expect(await usersOf(known)).toEqual([before])
  })

  test.each([
    [{ phone: '+1 555 nobody', password: PASSWORD }, 'Invalid phone number format (E.164 required)'],
    [{ phone: '15550100199' }, 'Signup requires a valid password'],
    [
      { phone: '15550100199', email: 'a@example.org', password: PASSWORD },
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      { phone: '15550100199', password: PASSWORD, channel: 'pigeon' },
      expect.stringContaining('Invalid channel'),
    ],
  ])('refuses %j', async (body, message) => {
    const refused = await refusal(await site.send('POST', '/signup', { body }))
    expect(refused).toEqual({ status: 400, code: 'validation_failed', message })
  })
})

test('[CLIENT-28] resend brings a new code for a sign-up that waits, and does not tell which ones do', async () => {
  const phone = freshNumber()
  await site.browser().signUp({ phone, password: PASSWORD })
  await provider.nextCode(phone)
  expect((await site.browser().resend({ type: 'sms', phone })).error).toBeNull()
  const token = await provider.nextCode(phone)
  expect((await site.browser().resend({ type: 'sms', phone: freshNumber() })).error).toBeNull()
  expect((await site.browser().verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
})

test('a wrong password and a number without an account are refused alike', async () => {
  const phone = freshNumber()
  await site.browser().signUp({ phone, password: PASSWORD })
  await site.browser().verifyOtp({ phone, token: await provider.nextCode(phone), type: 'sms' })
  const refusals = []
  for (const tried of [phone, freshNumber(), '+0', 'nobody']) {
    const body = { phone: tried, password: 'a wrong guess' }
    refusals.push(await refusal(await site.send('POST', '/token?grant_type=password', { body })))
  }
  const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
  expect(refusals).toEqual([wrong, wrong, wrong, wrong])
})
