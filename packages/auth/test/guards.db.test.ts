import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, refusal, SETTINGS, tokenHashIn } from './support/fixture.ts'
import { freshNumber, PHONE } from './support/phone-site.ts'
import { openSmsProvider } from './support/sms-provider.ts'

// It sends nothing: the sites beside it would find their messages taken by one without their providers.
const { site, mailbox, database } = await openTestSite({ sendMail: false })

/** An external service, on a loopback port. */
async function openService(
  answer: (
    request: IncomingMessage,
    body: string,
  ) => { status?: number; text: string; headers?: Record<string, string> },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const { status = 200, text, headers = {} } = answer(request, body)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

describe('[SEC-07] leaked passwords', () => {
  const digest = createHash('sha1').update('leaked password').digest('hex').toUpperCase()
  const padding = createHash('sha1').update('only padding').digest('hex').toUpperCase()
  const asked: string[] = []
  let status = 200

  test('are refused; the service learns five digits of a hash, and is not waited for', async () => {
    const service = await openService((request) => {
      asked.push(request.url ?? '')
      return { status, text: `${digest.slice(5)}:42\r\n${padding.slice(5)}:0\r\n` }
    })
    const strict = await openSite(database, {
      sendMail: false,
      settings: { passwords: { ...SETTINGS.passwords, leakedRangeUrl: `${service.url}/range/` } },
    })
    const signUp = (password: string) => strict.browser().signUp({ email: 'leak@example.org', password })
    expect((await signUp('leaked password')).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      reasons: ['pwned'],
    })
    expect((await signUp('only padding')).error).toBeNull()
    expect(asked[0]).toBe(`/range/${digest.slice(0, 5)}`)
    status = 500
    expect((await signUp('leaked password')).error).toBeNull()
    expect(strict.events).toContainEqual(expect.objectContaining({ kind: 'leak-check-failed' }))
    expect(JSON.stringify(strict.events)).not.toContain('leaked password')
    await service.close()
    await strict.close()
  })

  test('are asked of the service itself: no redirect is followed, and no endless answer read', async () => {
    const elsewhere: string[] = []
    const other = await openService((request) => {
      elsewhere.push(request.url ?? '')
      return { text: '' }
    })
    const listed = `${digest.slice(5)}:42`
    const service = await openService((request) =>
      request.url?.startsWith('/moved/') === true
        ? { status: 302, text: '', headers: { location: `${other.url}/stolen` } }
        : { text: `${'0'.repeat(1024 * 1024)}\r\n${listed}` },
    )
    for (const path of ['moved', 'endless']) {
      const strict = await openSite(database, {
        sendMail: false,
        settings: { passwords: { ...SETTINGS.passwords, leakedRangeUrl: `${service.url}/${path}/` } },
      })
      const email = `${path}@example.org`
      expect((await strict.browser().signUp({ email, password: 'leaked password' })).error).toBeNull()
      expect(strict.events).toContainEqual(expect.objectContaining({ kind: 'leak-check-failed' }))
      await strict.close()
    }
    expect(elsewhere).toEqual([])
    await Promise.all([service.close(), other.close()])
  })
})

const service = await openService((_request, body) => {
  const sent = new URLSearchParams(body)
  const success = sent.get('secret') === 'captcha secret' && sent.get('response') === 'solved'
  return { text: JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }) }
})
const strict = await openSite(database, {
  sendMail: false,
  settings: { captcha: { provider: 'turnstile', secret: 'captcha secret', verifyUrl: service.url } },
})
afterAll(async () => {
  await service.close()
  await strict.close()
})

describe('a captcha, where one is asked for', () => {
  const PATHS = [
    ['/signup', { email: 'human@example.org', password: PASSWORD }],
    ['/token?grant_type=password', { email: 'human@example.org', password: PASSWORD }],
    ['/otp', { email: 'human@example.org' }],
    ['/recover', { email: 'human@example.org' }],
    ['/resend', { type: 'signup', email: 'human@example.org' }],
  ] as const

  test.each(PATHS)('is demanded by POST %s', async (path, body) => {
    for (const captcha_token of [undefined, '', 'guessed']) {
      const gotrue_meta_security = captcha_token === undefined ? undefined : { captcha_token }
      const response = await strict.send('POST', path, { body: { ...body, gotrue_meta_security } })
      expect(await refusal(response)).toMatchObject({ status: 400, code: 'captcha_failed' })
    }
    const solved = { ...body, gotrue_meta_security: { captcha_token: 'solved' } }
    const answer = await (await strict.send('POST', path, { body: solved })).text()
    expect(answer).not.toContain('captcha')
  })

  test('[CALL-84] goes with a sign-up by address or by phone, with data and a PKCE challenge', async () => {
    const provider = await openSmsProvider()
    const open = await openSite(database, {
      smtpUrl: mailbox.url,
      twilio: provider.settings,
      settings: {
        phone: PHONE,
        captcha: { provider: 'turnstile', secret: 'captcha secret', verifyUrl: service.url },
      },
    })
    const options = { captchaToken: 'solved', data: { name: 'Ada' } }
    const email = 'challenge@example.org'
    const browser = open.browser('pkce')
    const byAddress = await browser.signUp({ email, password: PASSWORD, options })
    expect(byAddress.data.user?.user_metadata).toMatchObject({ name: 'Ada' })
    const { text } = await mailbox.next(email)
    const followed = await open.send('GET', `/verify?token=${tokenHashIn(text)}&type=signup`)
    const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect((await browser.exchangeCodeForSession(code)).data.user?.email).toBe(email)

    const phone = freshNumber()
    const unsolved = await open.browser().signUp({ phone, password: PASSWORD })
    expect(unsolved.error?.code).toBe('captcha_failed')
    const byPhone = await open.browser().signUp({ phone, password: PASSWORD, options })
    expect(byPhone.data.user).toMatchObject({ phone, user_metadata: { name: 'Ada' } })
    expect(await provider.nextCode(phone)).toMatch(/^\d{6}$/)
    await provider.close()
    await open.close()
  })

  test('refuses when the service does not answer', async () => {
    const away = await openSite(database, {
      sendMail: false,
      settings: { captcha: { provider: 'hcaptcha', secret: 'x', verifyUrl: 'http://127.0.0.1:9' } },
    })
    const body = { email: 'human@example.org', gotrue_meta_security: { captcha_token: 'solved' } }
    expect(await refusal(await away.send('POST', '/otp', { body }))).toMatchObject({ code: 'captcha_failed' })
    await away.close()
  })
})

describe('anonymous sign-in', () => {
  beforeEach(() => site.sql`delete from auth.users`)

  test('is off by default', async () => {
    expect((await site.browser().signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    expect(await site.sql`select from auth.users`).toHaveLength(0)
  })

  test('gives a session to an anonymous user, who becomes permanent by confirming an address', async () => {
    const open = await openSite(database, { smtpUrl: mailbox.url, settings: { allowAnonymous: true } })
    const browser = open.browser()
    const { data } = await browser.signInAnonymously({ options: { data: { theme: 'dark' } } })
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { theme: 'dark' } })
    const claims = await open.auth.verifyAccessToken(data.session?.access_token ?? '')
    expect(claims).toMatchObject({ is_anonymous: true, email: '', amr: [{ method: 'anonymous' }] })

    expect((await browser.updateUser({ email: 'somebody@example.org' })).error).toBeNull()
    const token_hash = tokenHashIn((await mailbox.next('somebody@example.org')).text)
    const confirmed = await open.send('POST', '/verify', {
      body: { token_hash, type: 'email_change' },
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(await confirmed.json()).toMatchObject({
      user: { id: data.user?.id, is_anonymous: false, email: 'somebody@example.org' },
    })
    await open.close()
  })
})
