import { codeOfApp } from '@cairn/testing/authenticator'
import { softwareKey } from '@cairn/testing/software-key'
import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSite, PASSWORD, PUBLIC_URL, refusal, tokenHashIn } from './support/fixture.ts'

/** Changes that a stolen session may make to the ways into its account, and that the owner's mailbox undoes. */
const { site, mailbox } = await openTestSite({ settings: { passkeys: { name: 'Cairn' } } })

/** Another one for each test: mails of the test before may still come. */
let email = ''
let tests = 0
const NEW_PASSWORD = 'an entirely new one'
const session = z.object({ access_token: z.string(), refresh_token: z.string() })

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.sql`delete from auth.rate_limits`
  tests += 1
  email = `ada${tests}@example.org`
  await site.addUser(email)
})

async function signIn(password = PASSWORD): Promise<GoTrueClient> {
  const browser = site.browser()
  expect((await browser.signInWithPassword({ email, password })).error).toBeNull()
  return browser
}

const grow = () => site.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`
const freshCodes = () => site.sql`update auth.mfa_factors set last_used_step = null`

async function as(browser: GoTrueClient, method: string, path: string, body?: unknown): Promise<Response> {
  const { data } = await browser.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  return site.send(method, path, body === undefined ? { headers } : { headers, body })
}

async function enrol(browser: GoTrueClient, friendlyName = 'Phone'): Promise<{ id: string; secret: string }> {
  const { data, error } = await browser.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  const code = codeOfApp(data.totp.secret)
  expect((await browser.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
  return { id: data.id, secret: data.totp.secret }
}

async function addPasskey(browser: GoTrueClient): Promise<string> {
  const { data, error } = await browser.passkey.startRegistration()
  if (error !== null) throw error
  const key = softwareKey({ origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname })
  const options = z
    .looseObject({ challenge: z.string(), user: z.looseObject({ id: z.string() }) })
    .parse(data.options)
  const added = await browser.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: key.create(options),
  })
  if (added.error !== null) throw added.error
  return added.data.id
}

/** The secret of the link in the owner's mail about a change of this kind. */
async function linkOf(kind: string): Promise<string> {
  for (;;) {
    const { text } = await mailbox.next(email)
    if (text?.split(/\s+/).includes(kind)) return tokenHashIn(text)
  }
}

const undo = (token_hash: string) => site.send('POST', '/security-changes/undo', { body: { token_hash } })

/** Undoes, and gives a browser with the session that it brings. */
async function undone(link: string): Promise<GoTrueClient> {
  const response = await undo(link)
  expect(response.status).toBe(200)
  const browser = site.browser()
  await browser.setSession(session.parse(await response.json()))
  return browser
}

describe('a first factor', () => {
  test.each(['totp', 'webauthn'])(
    'of type %s needs a sign-in of now or the password',
    async (factor_type) => {
      const stolen = await signIn()
      await grow()
      const enroll = (body: object) => as(stolen, 'POST', '/factors', { factor_type, ...body })
      expect(await refusal(await enroll({}))).toMatchObject({ status: 400, code: 'reauthentication_needed' })
      expect(await refusal(await enroll({ current_password: 'a guess' }))).toMatchObject({
        status: 400,
        code: 'current_password_invalid',
      })
      expect(await site.sql`select from auth.mfa_factors`).toHaveLength(0)
      expect((await enroll({ current_password: PASSWORD })).status).toBe(200)
    },
  )

  test('a password is guessed five times', async () => {
    const stolen = await signIn()
    await grow()
    const guess = (current_password: string) =>
      as(stolen, 'POST', '/factors', { factor_type: 'totp', current_password })
    for (let guessed = 0; guessed < 5; guessed += 1) {
      expect(await refusal(await guess('a guess'))).toMatchObject({ code: 'current_password_invalid' })
    }
    expect(await refusal(await guess(PASSWORD))).toMatchObject({ status: 429 })
  })

  test('a link by mail is no proof where there is a password', async () => {
    const { error } = await site.browser().signInWithOtp({ email })
    expect(error).toBeNull()
    const response = await site.send('POST', '/verify', {
      body: { type: 'magiclink', token_hash: tokenHashIn((await mailbox.next(email)).text) },
    })
    const reader = site.browser()
    await reader.setSession(session.parse(await response.json()))
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day'`
    expect((await reader.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed')
  })

  test('is finished only in the session that began it, and not an hour later', async () => {
    const owner = await signIn()
    const thief = await signIn()
    const { data } = await owner.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    const challenge = `/factors/${data?.id}/challenge`
    expect(await refusal(await as(thief, 'POST', challenge, {}))).toMatchObject({ status: 404 })
    expect((await as(owner, 'POST', challenge, {})).status).toBe(200)
    await site.sql`update auth.mfa_factors set created_at = created_at - interval '1 hour 1 second'`
    expect(await refusal(await as(owner, 'POST', challenge, {}))).toMatchObject({ status: 404 })
  })
})

describe('the mail about a change', () => {
  test('says what would be undone, uses nothing up, and works once', async () => {
    await enrol(await signIn())
    const link = await linkOf('factor_added')
    const peek = () => site.send('POST', '/security-changes/peek', { body: { token_hash: link } })
    for (let look = 0; look < 2; look += 1) {
      expect(await (await peek()).json()).toEqual({
        user: { id: expect.any(String), email },
        kind: 'factor_added',
        at: expect.stringMatching(/^20/),
      })
    }
    expect((await undo(link)).status).toBe(200)
    expect(await refusal(await undo(link))).toMatchObject({ status: 403, code: 'otp_expired' })
    expect(await refusal(await peek())).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('works for three days, and its secret is not in the database', async () => {
    await enrol(await signIn())
    const link = await linkOf('factor_added')
    const rows = await site.sql`select c::text from auth.security_changes c`
    expect(JSON.stringify(rows)).not.toContain(link)
    await site.sql`update auth.security_changes set created_at = created_at - interval '3 days'`
    expect(await refusal(await undo(link))).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test.each([{}, { token_hash: '' }, { token_hash: 7 }, { token_hash: 'a'.repeat(201) }])(
    'a body like %j is refused',
    async (body) => {
      for (const path of ['/security-changes/peek', '/security-changes/undo']) {
        expect(await refusal(await site.send('POST', path, { body }))).toMatchObject({
          status: 400,
          code: 'validation_failed',
        })
      }
    },
  )

  test('of two that press at the same moment one undoes', async () => {
    await enrol(await signIn())
    const link = await linkOf('factor_added')
    const answers = await Promise.all([undo(link), undo(link), undo(link)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
  })
})

describe('undoing', () => {
  test('a thief who knows the password and added a first factor is out, and the owner is in', async () => {
    const thief = await signIn()
    await enrol(thief)
    const link = await linkOf('factor_added')
    await addPasskey(thief)
    await thief.mfa.unenroll({ factorId: (await enrol(thief, 'Second')).id })
    const owner = await undone(link)
    expect((await thief.getUser()).error).not.toBeNull()
    expect(await site.sql`select from auth.mfa_factors`).toHaveLength(0)
    expect(await site.sql`select from auth.webauthn_credentials`).toHaveLength(0)
    const again = await site.browser().signInWithPassword({ email, password: PASSWORD })
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await owner.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    await signIn(NEW_PASSWORD)
  })

  test('restores the factors of the owner, and asks for one before a new password', async () => {
    const owner = await signIn()
    const first = await enrol(owner)
    const passkey = await addPasskey(owner)
    const codes = z.object({ codes: z.array(z.string()) })
    const made = await as(owner, 'POST', '/factors/recovery-codes')
    const [recoveryCode = ''] = codes.parse(await made.json()).codes
    // From here on a thief has the very session.
    await linkOf('factor_added')
    await enrol(owner, 'Thief’s')
    const link = await linkOf('factor_added')
    await as(owner, 'DELETE', `/passkeys/${passkey}`)
    await owner.mfa.unenroll({ factorId: first.id })
    const back = await undone(link)
    expect(await site.sql`select id, friendly_name from auth.mfa_factors`).toEqual([
      { id: first.id, friendly_name: 'Phone' },
    ])
    expect(await site.sql`select id from auth.webauthn_credentials`).toEqual([{ id: passkey }])
    const early = await back.updateUser({ password: NEW_PASSWORD })
    expect(early.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    await freshCodes()
    const shown = await back.mfa.challengeAndVerify({ factorId: first.id, code: codeOfApp(first.secret) })
    expect(shown.error).toBeNull()
    expect((await back.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    const next = await signIn(NEW_PASSWORD)
    const withCode = await next.mfa.challengeAndVerify({ factorId: first.id, code: recoveryCode })
    expect(withCode.error).toBeNull()
  })

  test('the mailbox alone opens nothing behind a factor of before', async () => {
    const owner = await signIn()
    const first = await enrol(owner)
    await linkOf('factor_added')
    await enrol(owner, 'Another')
    const reader = await undone(await linkOf('factor_added'))
    for (const change of [{ password: NEW_PASSWORD }, { email: 'thief@example.org' }]) {
      expect((await reader.updateUser(change)).error).toMatchObject({ code: 'insufficient_aal' })
    }
    expect((await reader.mfa.unenroll({ factorId: first.id })).error?.code).toBe('insufficient_aal')
    expect((await reader.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
    expect((await reader.passkey.startRegistration()).error?.code).toBe('insufficient_aal')
  })

  test('a changed password is reported, and void', async () => {
    await (await signIn()).updateUser({ password: NEW_PASSWORD })
    const owner = await undone(await linkOf('password_changed'))
    const thief = await site.browser().signInWithPassword({ email, password: NEW_PASSWORD })
    expect(thief.error?.code).toBe('invalid_credentials')
    expect((await owner.updateUser({ password: 'the owner’s own one' })).error).toBeNull()
  })

  test('a changed address goes back to the former one, which is notified', async () => {
    const thief = await signIn()
    await thief.updateUser({ email: 'thief@example.org' })
    for (const address of [email, 'thief@example.org']) {
      const { text } = await mailbox.next(address)
      const body = { type: 'email_change', token_hash: tokenHashIn(text) }
      expect((await as(thief, 'POST', '/verify', body)).status).toBe(200)
    }
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'thief@example.org' }])
    const owner = await undone(await linkOf('email_changed'))
    expect((await owner.getUser()).data.user?.email).toBe(email)
    const [identity] = await site.sql`select email from auth.identities where provider = 'email'`
    expect(identity).toEqual({ email })
  })

  test('later links end with it, earlier ones go on', async () => {
    const owner = await signIn()
    await addPasskey(owner)
    const earlier = await linkOf('passkey_added')
    await enrol(owner)
    const middle = await linkOf('factor_added')
    await as(owner, 'POST', '/factors/recovery-codes')
    await owner.updateUser({ password: NEW_PASSWORD })
    const later = await linkOf('password_changed')
    expect((await undo(middle)).status).toBe(200)
    expect(await refusal(await undo(later))).toMatchObject({ code: 'otp_expired' })
    expect(await site.sql`select from auth.webauthn_credentials`).toHaveLength(1)
    expect((await undo(earlier)).status).toBe(200)
    expect(await site.sql`select from auth.webauthn_credentials`).toHaveLength(0)
  })

  test('leaves a change of the same millisecond that came before it', async () => {
    const owner = await signIn()
    await addPasskey(owner)
    await enrol(owner)
    const later = await linkOf('factor_added')
    await site.sql`
      update auth.security_changes
      set created_at = date_trunc('second', now()) - case kind
        when 'factor_added' then interval '100 microseconds' else interval '900 microseconds' end`
    expect((await undo(later)).status).toBe(200)
    expect(await site.sql`select from auth.mfa_factors`).toHaveLength(0)
    expect(await site.sql`select from auth.webauthn_credentials`).toHaveLength(1)
  })
})

describe('a sign-in', () => {
  const signInFrom = (clientAddress: string, userAgent: string) =>
    site.send('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': userAgent },
      clientAddress,
    })
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
  const told = async () => (await site.sql`select from auth.security_changes where kind = 'sign_in'`).count

  test('from a new browser or network is reported, once', async () => {
    await signInFrom('192.0.2.1', CHROME)
    expect(await told(), 'the first of all').toBe(0)
    await signInFrom('192.0.77.9', CHROME.replace('156.0', '157.1'))
    expect(await told(), 'a neighbour’s address, and a newer version').toBe(0)
    await signInFrom('203.0.113.5', CHROME)
    expect(await told(), 'another network').toBe(1)
    await signInFrom('203.0.113.5', 'curl/8.1')
    expect(await told(), 'another browser').toBe(2)
    await signInFrom('203.0.113.6', 'curl/8.4')
    await signInFrom('2001:db8:1:2::3', CHROME)
    expect(await told(), 'IPv6').toBe(3)
    await signInFrom('2001:db8:1:9::3', CHROME)
    expect(await told(), 'the same /48').toBe(3)
  })

  test('its link ends it', async () => {
    await signInFrom('192.0.2.1', CHROME)
    const response = await signInFrom('203.0.113.5', CHROME)
    const thief = site.browser()
    await thief.setSession(session.parse(await response.json()))
    await undone(await linkOf('sign_in'))
    expect((await thief.getUser()).error).not.toBeNull()
  })
})
