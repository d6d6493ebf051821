import { describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, refusal } from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()

function signUp(body: Record<string, unknown>): Promise<Response> {
  return site.send('POST', '/signup', { body: { password: PASSWORD, ...body } })
}

function usersWith(email: string) {
  return site.sql`select * from auth.users where email = ${email}`
}

describe('is refused, and nothing is stored', () => {
  const addresses = [
    'a@b@example.org',
    '"quoted"@example.org',
    'a\u0000@example.org',
    'a\r\nbcc: x@example.org',
    'ada@exаmple.org', // a Cyrillic а
    '\u212Aelvin@example.org', // becomes an ASCII k in lower case
    'ada@example.org.',
    'ada@example',
    'ada@127.0.0.1',
    'ada@-example.org',
    '.ada@example.org',
    'ada lovelace@example.org',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    'ada@example.org,eve@evil.test',
    '<ada@example.org>',
  ]
  test.each(addresses)('the address %j', async (email) => {
    expect(await refusal(await signUp({ email }))).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await usersWith(email.replaceAll('\0', '').toLowerCase())).toHaveLength(0)
  })

  test.each([
    ['no password', { password: null }, 400, 'validation_failed'],
    ['a short password', { password: 'seven77' }, 422, 'weak_password'],
    ['a password that bcrypt would cut off', { password: 'ä'.repeat(37) }, 400, 'validation_failed'],
    ['a password with NUL', { password: 'long enough\0tail' }, 400, 'validation_failed'],
    ['a password that is no string', { password: { $ne: null } }, 400, 'validation_failed'],
    ['an address that is no string', { email: ['a@example.org'] }, 400, 'validation_failed'],
    ['a phone number', { email: undefined, phone: '+4915112345678' }, 400, 'phone_provider_disabled'],
    ['neither address nor phone number', { email: undefined }, 422, 'anonymous_provider_disabled'],
    ['both', { phone: '+4915112345678' }, 400, 'validation_failed'],
    ['metadata that is a list', { data: ['a'] }, 400, 'validation_failed'],
    ['64 kB of metadata', { data: { name: 'a'.repeat(60_000) } }, 400, 'validation_failed'],
    ['more than 8 kB of metadata', { data: { name: 'ä'.repeat(5_000) } }, 400, 'validation_failed'],
    ['metadata with NUL', { data: { name: 'a\0b' } }, 400, 'validation_failed'],
    ['metadata with half a character', { data: { name: '\ud83d' } }, 400, 'validation_failed'],
    ['half a PKCE', { code_challenge: 'a'.repeat(43) }, 400, 'validation_failed'],
    [
      'PKCE without protection',
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
      400,
      'validation_failed',
    ],
    [
      'a short challenge',
      { code_challenge: 'short', code_challenge_method: 's256' },
      400,
      'validation_failed',
    ],
  ])('%s', async (_what, body, status, code) => {
    const email = 'refused@example.org'
    expect(await refusal(await signUp({ email, ...body }))).toMatchObject({ status, code })
    expect(await usersWith(email)).toHaveLength(0)
  })

  test('a body over the limit', async () => {
    const response = await signUp({ email: 'refused@example.org', data: { name: 'a'.repeat(70_000) } })
    expect(await refusal(response)).toMatchObject({ status: 413, code: 'request_entity_too_large' })
  })

  test('[DIS-01] [DIS-19] fewer than 8 characters, with the reason for the form', async () => {
    const { error } = await site.browser().signUp({ email: 'refused@example.org', password: 'seven77' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
  })

  test('every request, when signing up is switched off', async () => {
    const closed = await openSite(database, { settings: { enableSignup: false } })
    const { error } = await closed.browser().signUp({ email: 'refused@example.org', password: PASSWORD })
    expect(error?.code).toBe('signup_disabled')
    await closed.close()
  })
})

describe('metadata is display text', () => {
  test('[GAP-03] claims of rights and identity have no effect', async () => {
    const email = 'mallory@example.org'
    const data = {
      name: 'Mallory',
      sub: '00000000-0000-0000-0000-000000000000',
      email: 'ceo@example.org',
      email_verified: true,
      role: 'service_role',
      app_metadata: { role: 'admin' },
      is_first_domain_user: true,
    }
    const body = { email, data, role: 'service_role', app_metadata: { role: 'admin' }, email_confirm: true }
    expect((await signUp(body)).status).toBe(200)
    const [stored] = await usersWith(email)
    expect(stored).toMatchObject({
      role: 'authenticated',
      email_confirmed_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    expect(stored?.['raw_user_meta_data']).toMatchObject({
      email,
      sub: stored?.['id'],
      email_verified: false,
    })
  })

  test('a key named __proto__ does no harm', async () => {
    const body = `{"email":"proto@example.org","password":"${PASSWORD}","data":{"__proto__":{"polluted":true},"name":"P"}}`
    expect((await site.send('POST', '/signup', { body })).status).toBe(200)
    expect('polluted' in {}).toBe(false)
    expect((await usersWith('proto@example.org'))[0]?.['raw_user_meta_data']).toMatchObject({ name: 'P' })
  })

  test('a name cannot bring a link, markup or a header into the mail', async () => {
    const email = 'names@example.org'
    const name = '<a href="https://evil.test">Win</a>\r\nBcc: eve@evil.test www.evil.test \u202Eevil'
    await signUp({ email, data: { name } })
    const mail = await mailbox.next(email)
    expect(mail.to?.map((to) => to.address)).toEqual([email])
    expect(mail.bcc).toBeUndefined()
    expect(`${mail.html}${mail.text}`).not.toMatch(/evil|Win|\u202E/)
    expect(mail.text).toMatch(/^Hello *\n/)
  })
})
