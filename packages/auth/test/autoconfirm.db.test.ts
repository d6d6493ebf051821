import { describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD, refusal } from './support/fixture.ts'
import { freshNumber, PHONE } from './support/phone-site.ts'

const { site } = await openTestSite({
  smtpUrl: null,
  sendMail: false,
  settings: { mailerAutoconfirm: true, phone: { ...PHONE, autoconfirm: true } },
})

describe('where an address counts as proven at once', () => {
  test.each([
    ['email', 'ada@example.org'],
    ['phone', freshNumber()],
  ] as const)('a sign-up by %s signs in, and nothing is sent', async (kind, address) => {
    const credentials = kind === 'email' ? { email: address } : { phone: address }
    const { data, error } = await site.browser().signUp({ ...credentials, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session?.user[kind]).toBe(address)
    expect(data.user?.[`${kind}_confirmed_at`]).toBeDefined()
    expect(await site.sql`select from auth.mail_queue`).toHaveLength(0)
    const later = await site.browser().signInWithPassword({ ...credentials, password: PASSWORD })
    expect(later.error).toBeNull()
  })

  test('an address with an account is refused, and its password stays', async () => {
    const email = 'grace@example.org'
    await site.browser().signUp({ email, password: PASSWORD })
    const body = { email, password: 'another password' }
    expect(await refusal(await site.send('POST', '/signup', { body }))).toEqual({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect((await site.browser().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('a changed address and a changed number are there at once, but not those of others', async () => {
    const browser = site.browser()
    await browser.signUp({ email: 'before@example.org', password: PASSWORD })
    const phone = freshNumber()
    const { data, error } = await browser.updateUser({ email: 'after@example.org', phone })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'after@example.org', phone })
    const other = site.browser()
    await other.signUp({ email: 'other@example.org', password: PASSWORD })
    expect((await other.updateUser({ email: 'after@example.org' })).error?.code).toBe('email_exists')
    expect((await other.updateUser({ phone })).error?.code).toBe('phone_exists')
  })

  test('/settings says so', async () => {
    const settings: unknown = await (await site.send('GET', '/settings')).json()
    expect(settings).toMatchObject({
      mailer_autoconfirm: true,
      phone_autoconfirm: true,
      disable_signup: false,
    })
  })
})

test('where sign-up is switched off, no endpoint creates a user', async () => {
  const { site: closed } = await openTestSite({
    smtpUrl: null,
    sendMail: false,
    settings: { enableSignup: false, phone: PHONE },
  })
  for (const body of [{ email: 'ada@example.org' }, { phone: freshNumber() }]) {
    const refused = await closed.send('POST', '/signup', { body: { ...body, password: PASSWORD } })
    expect(await refusal(refused)).toMatchObject({ status: 422, code: 'signup_disabled' })
    expect((await closed.send('POST', '/otp', { body })).status).toBe(200)
  }
  expect(await closed.sql`select from auth.users`).toHaveLength(0)
  const settings: unknown = await (await closed.send('GET', '/settings')).json()
  expect(settings).toMatchObject({
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
  })
})
