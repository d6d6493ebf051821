import { describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD, PUBLIC_URL, refusal, tokenHashIn } from './support/fixture.ts'
import { untilAnswered } from './support/until-answered.ts'

const { site, mailbox } = await openTestSite()

/** Signs a user up and returns the secret of their link. */
async function linkOf(email: string, flow: 'implicit' | 'pkce' = 'implicit'): Promise<string> {
  await site.browser(flow).signUp({ email, password: PASSWORD })
  return tokenHashIn((await mailbox.next(email)).text)
}

async function confirmedAt(email: string): Promise<unknown> {
  const [row] = await site.sql`select email_confirmed_at from auth.users where email = ${email}`
  return row?.['email_confirmed_at']
}

function post(body: Record<string, unknown>): Promise<Response> {
  return site.send('POST', '/verify', { body })
}

describe('the token of a mail', () => {
  test('is not in the database', async () => {
    const secret = await linkOf('stored@example.org')
    const rows = await site.sql`
      select t::text as text from auth.one_time_tokens t
      union all select u::text from auth.users u
      union all select f::text from auth.flow_state f
      union all select encode(values_sealed, 'escape') from auth.mail_queue`
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => String(row['text']).includes(secret))).toEqual([])
  })

  test('confirms once', async () => {
    const token_hash = await linkOf('once@example.org')
    expect((await post({ type: 'signup', token_hash })).status).toBe(200)
    const again = await post({ type: 'signup', token_hash })
    expect(await refusal(again)).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('confirms once, also ten times at the same moment', async () => {
    const token_hash = await linkOf('parallel@example.org')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilAnswered(() => post({ type: 'signup', token_hash }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 403),
    ])
    const sessions = await site.sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'parallel@example.org'`
    expect(sessions).toHaveLength(1)
  })

  test('expires after a day', async () => {
    const email = 'late@example.org'
    const token_hash = await linkOf(email)
    await site.sql`update auth.one_time_tokens set expires_at = expires_at - interval '24 hours 1 second' where relates_to = ${email}`
    expect(await refusal(await post({ type: 'signup', token_hash }))).toMatchObject({ code: 'otp_expired' })
    expect(await confirmedAt(email)).toBeNull()
  })

  test('does not stand for another kind of link', async () => {
    const token_hash = await linkOf('kind@example.org')
    for (const type of ['recovery', 'magiclink', 'email_change']) {
      expect(await refusal(await post({ type, token_hash }))).toMatchObject({
        status: 403,
        code: 'otp_expired',
      })
    }
    expect((await post({ type: 'email', token_hash })).status).toBe(200)
  })

  test('survives a trigger that refuses, and nothing else is left of the attempt', async () => {
    const email = 'refused-by-trigger@example.org'
    const token_hash = await linkOf(email)
    await site.sql.unsafe(`
      create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'secret detail'; end $$;
      create trigger refuse after update of email_confirmed_at on auth.users
        for each row execute function public.refuse()`)
    const response = await post({ type: 'signup', token_hash })
    expect(await refusal(response)).toEqual({
      status: 500,
      code: 'unexpected_failure',
      message: 'Error confirming user',
    })
    expect(await confirmedAt(email)).toBeNull()
    expect(
      await site.sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`,
    ).toHaveLength(0)
    await site.sql.unsafe('drop trigger refuse on auth.users')
    expect((await post({ type: 'signup', token_hash })).status).toBe(200)
  })

  test.each([
    [{}, 'validation_failed'],
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'signup', token: 'a', token_hash: 'b', email: 'a@example.org' }, 'validation_failed'],
    [{ type: 'signup', token: 'a' }, 'validation_failed'],
    [{ type: 'signup', token_hash: 'a', email: 'a@example.org' }, 'validation_failed'],
    [{ type: 'toString', token_hash: 'a' }, 'validation_failed'],
    [{ type: 'sms', token: '123456', phone: '+49 nobody' }, 'validation_failed'],
    [{ type: 'signup', token: '123456', phone: '+4915112345678' }, 'validation_failed'],
    [{ type: 'sms', token: '123456', email: 'a@example.org' }, 'validation_failed'],
    [{ type: 'signup', token_hash: { length: 64 } }, 'validation_failed'],
  ])('is asked for properly: %j', async (body, code) => {
    expect(await refusal(await post(body))).toMatchObject({ status: 400, code })
  })

  test.each(['nonsense', 'a\0b', 'x'.repeat(60_000)])(
    'is refused where it was not sent (%#)',
    async (token_hash) => {
      expect(await refusal(await post({ type: 'signup', token_hash }))).toMatchObject({ status: 403 })
    },
  )
})

describe('a link that leads straight here', () => {
  function path(secret: string, redirectTo?: string): string {
    const query = new URLSearchParams({ token: secret, type: 'signup' })
    if (redirectTo !== undefined) query.set('redirect_to', redirectTo)
    return `/verify?${query}`
  }

  async function follow(secret: string, redirectTo?: string): Promise<URL> {
    const response = await site.send('GET', path(secret, redirectTo))
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }

  test('goes on with a session behind the #', async () => {
    const target = await follow(await linkOf('implicit@example.org'), 'https://app.test/welcome/home')
    expect(target.origin + target.pathname).toBe('https://app.test/welcome/home')
    const fragment = new URLSearchParams(target.hash.slice(1))
    expect([...fragment.keys()].sort()).toEqual(
      [
        'access_token',
        'expires_at',
        'expires_in',
        'next_step',
        'refresh_token',
        'sb',
        'token_type',
        'type',
      ].sort(),
    )
    const { data } = await site.browser().getUser(fragment.get('access_token') ?? '')
    expect(data.user?.email).toBe('implicit@example.org')
  })

  test('[CLIENT-09] goes on with a code for the browser that began', async () => {
    const email = 'code@example.org'
    const browser = site.browser('pkce')
    await browser.signUp({ email, password: PASSWORD })
    const target = await follow(tokenHashIn((await mailbox.next(email)).text), `${PUBLIC_URL}/`)
    expect(target.hash).toBe('')
    const exchanged = await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(exchanged.data.user?.email).toBe(email)
  })

  test('[CLIENT-10] says why it does not work', async () => {
    const target = await follow('pkce_nobody-sent-this')
    expect(target.origin).toBe(PUBLIC_URL)
    expect(target.searchParams.get('error_code')).toBe('otp_expired')
    expect(target.hash).toContain('error_code=otp_expired')
    expect((await follow('nobody-sent-this')).search).toBe('')
  })

  test('is not used up by HEAD', async () => {
    const secret = await linkOf('scanned@example.org')
    const head = await site.send('HEAD', path(secret))
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(await confirmedAt('scanned@example.org')).toBeNull()
    expect((await follow(secret)).hash).toContain('access_token')
  })

  test.each([
    '//evil.test',
    'https://evil.test',
    'https://cairn.test@evil.test',
    'http://cairn.test@evil.test/',
    'http://cairn.test:pw@cairn.test/',
    'https:evil.test',
    'http:/evil.test',
    'http://cairn.test:8080/',
    'https://cairn.test/',
    'http://cairn.test.evil.test/',
    'http:\\\\evil.test',
    'http://cairn.test\\@evil.test',
    '\thttp://evil.test',
    'http://ev\til.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.test/welcome/../admin',
    'https://app.test/welcome/a/b',
    'https://app.test.evil.test/welcome/a',
    'https://app.test:444/welcome/a',
    'evil.test',
  ])('never leads to %j', async (redirectTo) => {
    const target = await follow('nobody-sent-this', redirectTo)
    expect([target.href.split('#')[0]]).toEqual([`${PUBLIC_URL}/`])
  })

  test('is not redirected by a header', async () => {
    const headers = {
      redirect_to: 'https://evil.test',
      referer: 'https://evil.test',
      'x-forwarded-host': 'evil.test',
    }
    const response = await site.send('GET', path('nobody-sent-this'), { headers })
    expect(response.headers.get('location')).toMatch(/^http:\/\/cairn\.test\//)
  })

  test('in the mail names our address, whatever host the request named', async () => {
    const request = new Request('http://evil.test/auth/v1/signup', {
      method: 'POST',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      body: JSON.stringify({ email: 'host@example.org', password: PASSWORD }),
    })
    await site.auth.handle(request, { clientAddress: '192.0.2.1', requestId: 'r', apiRole: 'anon' })
    const mail = await mailbox.next('host@example.org')
    expect(`${mail.text}${mail.html}`).not.toContain('evil')
    expect(mail.text).toContain(`${PUBLIC_URL}/auth/confirm?token_hash=`)
  })
})
