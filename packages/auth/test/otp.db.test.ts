import { describe, expect, test } from 'vitest'
import { codeIn, openSite, openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite({
  settings: { hooks: { invitation: { schema: 'public', name: 'invitation_of' } } },
})
await site.sql.unsafe(`
  create function public.invitation_of(event jsonb) returns jsonb language sql as $$
    select jsonb_build_object('invited', event ->> 'email' in ('invited@example.org', 'colleague@example.org')) $$`)

function post(body: Record<string, unknown>, path = '/otp'): Promise<Response> {
  return site.send('POST', path, { body })
}

async function userWith(email: string) {
  const [row] = await site.sql`select * from auth.users where email = ${email}`
  return row
}

describe('[CALL-86] POST /otp', () => {
  test('signs a known user in, by code', async () => {
    const email = 'known@example.org'
    const id = await site.addUser(email)
    const browser = site.browser()
    expect((await browser.signInWithOtp({ email })).error).toBeNull()
    const token = codeIn((await mailbox.next(email)).text)
    const { data, error } = await browser.verifyOtp({ email, token, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    const again = await browser.verifyOtp({ email, token, type: 'email' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('signs a known user in, by link, also through the older path', async () => {
    const email = 'older@example.org'
    await site.addUser(email)
    expect((await post({ email }, '/magiclink')).status).toBe(200)
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    const { error } = await site.browser().verifyOtp({ token_hash, type: 'magiclink' })
    expect(error).toBeNull()
  })

  test('[CLIENT-30] creates a new user, who is unconfirmed until they use the link', async () => {
    const email = 'new@example.org'
    const browser = site.browser()
    await browser.signInWithOtp({ email, options: { data: { name: 'New' } } })
    expect(await userWith(email)).toMatchObject({ email_confirmed_at: null, encrypted_password: null })
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('Hello New')
    const { data } = await browser.verifyOtp({ email, token: codeIn(mail.text), type: 'email' })
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'New' } })
    expect((await userWith(email))?.['email_confirmed_at']).toBeInstanceOf(Date)
  })

  test('goes on in the browser that began, by PKCE', async () => {
    const email = 'pkce-otp@example.org'
    await site.addUser(email)
    const browser = site.browser('pkce')
    await browser.signInWithOtp({ email })
    const secret = tokenHashIn((await mailbox.next(email)).text)
    const response = await site.send('GET', `/verify?type=magiclink&token=${secret}`)
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const attacker = await site.send('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(43) },
    })
    expect(await refusal(attacker)).toMatchObject({ code: 'bad_code_verifier' })
    const { data } = await browser.exchangeCodeForSession(code)
    const claims = await site.auth.verifyAccessToken(data.session?.access_token ?? '')
    expect(claims.amr.map(({ method }) => method)).toEqual(['magiclink'])
  })

  test('creates no user when that is not wanted, and does not tell', async () => {
    const answers = []
    await site.addUser('member@example.org')
    for (const email of ['member@example.org', 'stranger@example.org']) {
      const response = await post({ email, create_user: false })
      answers.push([response.status, await response.text()])
    }
    expect(answers).toEqual([
      [200, '{}'],
      [200, '{}'],
    ])
    expect(await userWith('stranger@example.org')).toBeUndefined()
    expect(await site.sql`select from auth.mail_queue where recipient = 'stranger@example.org'`).toHaveLength(
      0,
    )
  })

  test('takes a squatter’s password and names away', async () => {
    const email = 'squatted@example.org'
    await site.browser().signUp({ email, password: PASSWORD, options: { data: { name: 'Squatter' } } })
    await mailbox.next(email)
    const browser = site.browser()
    await browser.signInWithOtp({ email })
    const token = codeIn((await mailbox.next(email)).text)
    const { data } = await browser.verifyOtp({ email, token, type: 'email' })
    expect(data.user?.user_metadata).not.toHaveProperty('name')
    const squatter = await site.browser().signInWithPassword({ email, password: PASSWORD })
    expect(squatter.error?.code).toBe('password_not_proven')
  })

  test('[CALL-80] [CALL-81] treats rights in an invitation as display text, and lets it work for 48 hours', async () => {
    const email = 'invited@example.org'
    const data = {
      name: 'Ina',
      jobRole: 'CFO',
      department: 'Finance',
      permissionLevel: 'admin',
      invitedByAccountId: '00000000-0000-4000-8000-000000000000',
      role: 'service_role',
    }
    expect((await site.browser().signInWithOtp({ email, options: { data } })).error).toBeNull()
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('Invitation')
    expect(await userWith(email)).toMatchObject({
      role: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    const [token] = await site.sql`
      select extract(epoch from expires_at - created_at)::int as seconds from auth.one_time_tokens
      where relates_to = ${email}`
    expect(token).toEqual({ seconds: 48 * 3_600 })
    const confirmed = await site.browser().verifyOtp({ token_hash: tokenHashIn(mail.text), type: 'email' })
    expect(confirmed.data.user?.role).toBe('authenticated')
  })

  test('an invitation changes nothing about a known user', async () => {
    const email = 'colleague@example.org'
    await site.addUser(email)
    const before = await userWith(email)
    await post({ email, data: { name: 'Mallory', invitedByAccountId: 'x' } })
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('Invitation')
    expect(mail.text).not.toContain('Mallory')
    expect(await userWith(email)).toMatchObject({
      raw_user_meta_data: before?.['raw_user_meta_data'],
      encrypted_password: before?.['encrypted_password'],
    })
  })

  test('a mail that says so needs an invitation', async () => {
    await site.addUser('not-invited@example.org')
    for (const email of ['not-invited@example.org', 'nobody-invited@example.org']) {
      await post({ email, data: { invitedByAccountId: 'x' } })
      expect((await mailbox.next(email)).subject).toBe('Sign in')
    }
  })

  test('the product is asked once about an invitation', async () => {
    await site.sql`create sequence public.times_asked`
    await site.sql.unsafe(`
      create function public.counted_invitation(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('invited', nextval('public.times_asked') > 0) $$;
      grant usage on sequence public.times_asked to supabase_auth_admin`)
    const counted = await openSite(database, {
      sendMail: false,
      settings: { hooks: { invitation: { schema: 'public', name: 'counted_invitation' } } },
    })
    const body = { email: 'asked-about@example.org', data: { invitedByAccountId: 'x' } }
    expect((await counted.send('POST', '/otp', { body })).status).toBe(200)
    expect(await site.sql`select last_value::int as asked from public.times_asked`).toEqual([{ asked: 1 }])
    await counted.close()
  })

  test('many invitations go out at once, and what only pretends to be one does not', async () => {
    const strict = await openSite(database, {
      settings: {
        hooks: { invitation: { schema: 'public', name: 'invitation_of' } },
        rateLimits: { signUpsPerFiveMinutes: 1, invitationsPerFiveMinutes: 5, mailCooldownSeconds: 0 },
      },
      sendMail: false,
    })
    const ask = async (email: string) => {
      const body = { email, data: { invitedByAccountId: 'x' } }
      return (await strict.send('POST', '/otp', { body, clientAddress: '198.51.100.7' })).status
    }
    const mailsTo = async (email: string) =>
      (await site.sql`select from auth.one_time_tokens where relates_to = ${email}`).length
    for (let turn = 0; turn < 2; turn += 1) expect(await ask('invited@example.org')).toBe(200)
    for (const email of ['pretender1@example.org', 'pretender2@example.org'])
      expect(await ask(email)).toBe(200)
    expect(await mailsTo('pretender1@example.org')).toBe(1)
    expect(await mailsTo('pretender2@example.org')).toBe(0)
    expect(await ask('invited@example.org')).toBe(200)
    expect(await ask('invited@example.org')).toBe(429)
    await strict.close()
  })

  test('is refused by the product for known addresses as for new ones', async () => {
    await site.sql.unsafe(`
      create function public.no_freemail(event jsonb) returns jsonb language sql as $$
        select case when event #>> '{user,email}' like '%@freemail.test'
          then '{"error": {"http_code": 403, "message": "Not this domain."}}'::jsonb else '{}' end $$`)
    await site.addUser('known@freemail.test')
    const guarded = await openSite(database, {
      sendMail: false,
      settings: { hooks: { beforeUserCreated: { schema: 'public', name: 'no_freemail' } } },
    })
    for (const email of ['known@freemail.test', 'new@freemail.test']) {
      const response = await guarded.send('POST', '/otp', { body: { email } })
      expect(await refusal(response)).toEqual({ status: 403, code: 'unknown', message: 'Not this domain.' })
    }
    await guarded.close()
  })

  test.each([
    [{}, 'validation_failed'],
    [{ email: 'nobody' }, 'validation_failed'],
    [{ email: 'a@example.org', phone: '+4915112345678' }, 'validation_failed'],
    [{ phone: '+4915112345678' }, 'phone_provider_disabled'],
    [{ email: 'a@example.org', create_user: 'yes' }, 'validation_failed'],
    [{ email: 'a@example.org', data: { name: 'a'.repeat(9_000) } }, 'validation_failed'],
    [{ email: 'a@example.org', code_challenge: 'x' }, 'validation_failed'],
  ])('refuses %j', async (body, code) => {
    expect(await refusal(await post(body))).toMatchObject({ status: 400, code })
  })
})

describe('a code of six digits', () => {
  async function codeFor(email: string): Promise<string> {
    await post({ email })
    return codeIn((await mailbox.next(email)).text)
  }

  const verify = (email: string, token: string, type = 'email') =>
    site.send('POST', '/verify', { body: { email, token, type } })

  const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

  test('is tried five times at most; the link goes on working', async () => {
    const email = 'guessed@example.org'
    await site.addUser(email)
    await post({ email })
    const { text } = await mailbox.next(email)
    const code = codeIn(text)
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await refusal(await verify(email, wrongFor(code)))).toMatchObject({ code: 'otp_expired' })
    }
    expect(await refusal(await verify(email, code))).toMatchObject({ status: 403, code: 'otp_expired' })
    const link = { type: 'email', token_hash: tokenHashIn(text) }
    expect((await site.send('POST', '/verify', { body: link })).status).toBe(200)
  })

  test('is tried five times at most, also by thirty at the same moment', async () => {
    const email = 'guessed-at-once@example.org'
    await site.addUser(email)
    const code = await codeFor(email)
    await Promise.all(Array.from({ length: 30 }, () => verify(email, wrongFor(code))))
    const [row] = await site.sql`select code_tries from auth.one_time_tokens where relates_to = ${email}`
    expect(row).toEqual({ code_tries: 5 })
    expect(await refusal(await verify(email, code))).toMatchObject({ code: 'otp_expired' })
  })

  test('belongs to one address', async () => {
    await site.addUser('mine@example.org')
    await site.addUser('yours@example.org')
    const mine = await codeFor('mine@example.org')
    await codeFor('yours@example.org')
    const [yours] = await site.sql`select * from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = 'yours@example.org'`
    await verify('yours@example.org', mine)
    expect(yours).toBeUndefined()
    expect((await verify('Mine@Example.org', mine)).status).toBe(200)
  })

  test('is refused alike for addresses without an account', async () => {
    await site.addUser('somebody@example.org')
    await codeFor('somebody@example.org')
    const shapes = []
    for (const email of ['somebody@example.org', 'nobody-at-all@example.org']) {
      const response = await verify(email, 'nocode')
      shapes.push([response.status, [...response.headers], await response.text()])
    }
    expect(shapes[1]).toEqual(shapes[0])
  })

  test('is not in the database, nor a plain hash of it', async () => {
    const email = 'stored-code@example.org'
    const code = await codeFor(email)
    const [row] =
      await site.sql`select t::text as text, code_hash from auth.one_time_tokens t where relates_to = ${email}`
    expect(row?.['text']).not.toContain(code)
    const plain = await site.sql`select encode(sha256(${code}::bytea), 'hex') as hash`
    expect(row?.['code_hash']).not.toBe(plain[0]?.['hash'])
  })

  test('is bounded for one network address, whatever it is tried for', async () => {
    const strict = await openSite(database, {
      sendMail: false,
      settings: { rateLimits: { codesPerFiveMinutes: 2 } },
    })
    const attempt = async (number: number) => {
      const body = { type: 'email', email: `someone${number}@example.org`, token: '123456' }
      return strict.send('POST', '/verify', { body, clientAddress: '198.51.100.9' })
    }
    const began = performance.now()
    expect([(await attempt(1)).status, (await attempt(2)).status]).toEqual([403, 403])
    const third = await attempt(3)
    // The rest of the five minutes, which began with the first try.
    const passedSeconds = Math.ceil((performance.now() - began) / 1_000)
    const leftSeconds = Number(third.headers.get('retry-after'))
    expect(leftSeconds).toBeLessThanOrEqual(5 * 60)
    expect(leftSeconds).toBeGreaterThanOrEqual(5 * 60 - passedSeconds)
    expect(await refusal(third)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    await strict.close()
  })
})
