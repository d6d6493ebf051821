import { beforeEach, describe, expect, test } from 'vitest'
import {
  codeIn,
  openSite,
  openTestSite,
  PASSWORD,
  refusal,
  SETTINGS,
  type Site,
  tokenHashIn,
} from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()
const EMAIL = 'ada@example.org'
const password = 'an entirely new one'
let id: string
let token: string

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.sql`delete from auth.rate_limits`
  id = await site.addUser(EMAIL)
  token = await signIn()
})

async function signIn(withPassword = PASSWORD): Promise<string> {
  const { data } = await site.browser().signInWithPassword({ email: EMAIL, password: withPassword })
  return data.session?.access_token ?? ''
}

function as(bearer: string): Record<string, string> {
  return { authorization: `Bearer ${bearer}` }
}

function put(body: unknown, bearer = token, at: Site = site): Promise<Response> {
  return at.send('PUT', '/user', { body, headers: as(bearer) })
}

async function isSignedIn(bearer: string): Promise<boolean> {
  return (await site.send('GET', '/user', { headers: as(bearer) })).status === 200
}

/** As if all users had signed in that long ago. */
async function letPass(minutes: number): Promise<void> {
  await site.sql`update auth.mfa_amr_claims set updated_at = updated_at - make_interval(mins => ${minutes})`
}

describe('a new password', () => {
  test('ends all other sessions, and the old one is worth nothing', async () => {
    const other = await signIn()
    expect((await put({ password })).status).toBe(200)
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([true, false])
    expect(await signIn()).toBe('')
    expect(await signIn(password)).not.toBe('')
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'password-changed', userId: id }))
  })

  test('ends links and codes that were asked for before it, also where the operator sets it', async () => {
    const ask = async (path: string) => {
      await site.send('POST', path, { body: { email: EMAIL } })
      return tokenHashIn((await mailbox.next(EMAIL)).text)
    }
    const change = [
      () => put({ password }),
      () => site.send('PUT', `/admin/users/${id}`, { body: { password: PASSWORD }, asAdmin: true }),
    ]
    for (const set of change) {
      const [recovery, magicLink] = [await ask('/recover'), await ask('/otp')]
      expect((await set()).status).toBe(200)
      for (const [type, token_hash] of Object.entries({ recovery, email: magicLink })) {
        const late = await site.send('POST', '/verify', { body: { type, token_hash } })
        expect(await refusal(late)).toMatchObject({ status: 403, code: 'otp_expired' })
      }
    }
  })

  test('needs the current one when the sign-in is longer ago than 10 minutes', async () => {
    await letPass(11)
    expect(await refusal(await put({ password }))).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    const wrong = await put({ password, current_password: 'wrong password' })
    expect(await refusal(wrong)).toMatchObject({ status: 400, code: 'current_password_invalid' })
    expect(await signIn()).not.toBe('')
    expect((await put({ password, current_password: PASSWORD })).status).toBe(200)
  })

  test('is not given for a refreshed session: only for a fresh sign-in', async () => {
    const browser = site.browser()
    await browser.signInWithPassword({ email: EMAIL, password: PASSWORD })
    await letPass(11)
    await browser.refreshSession()
    expect((await browser.updateUser({ password })).error?.code).toBe('reauthentication_needed')
  })

  test('is refused with a wrong current one, however fresh the sign-in', async () => {
    const response = await put({ password, current_password: 'wrong password' })
    expect(await refusal(response)).toMatchObject({ code: 'current_password_invalid' })
  })

  test('has to be a new one', async () => {
    expect(await refusal(await put({ password: PASSWORD }))).toMatchObject({
      status: 422,
      code: 'same_password',
    })
  })

  test('[SEC-35] has five tries in 15 minutes, from whatever session', async () => {
    const other = await signIn()
    const began = performance.now()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const bearer = attempt % 2 === 0 ? token : other
      const response = await put({ password, current_password: `guess ${attempt}` }, bearer)
      expect(await refusal(response)).toMatchObject({ code: 'current_password_invalid' })
    }
    const sixth = await put({ password, current_password: PASSWORD })
    // The rest of the fifteen minutes, which began with the first try.
    const passedSeconds = Math.ceil((performance.now() - began) / 1_000)
    const leftSeconds = Number(sixth.headers.get('retry-after'))
    expect(leftSeconds).toBeLessThanOrEqual(15 * 60)
    expect(leftSeconds).toBeGreaterThanOrEqual(15 * 60 - passedSeconds)
    expect(await refusal(sixth)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    await site.sql`update auth.rate_limits set window_started_at = window_started_at - interval '15 minutes'`
    expect((await put({ password, current_password: PASSWORD })).status).toBe(200)
  })

  test('[GAP-18] begins the count again when it succeeds', async () => {
    for (let change = 0; change < 6; change += 1) {
      expect((await put({ password: `password number ${change}` })).status).toBe(200)
    }
  })
})

describe('[GAP-20] the last five passwords', () => {
  const hashes = () => site.sql`select password_hash from auth.password_history order by id`

  test('are refused; the one before them may come back', async () => {
    const chosen = [1, 2, 3, 4].map((number) => `password number ${number}`)
    for (const next of chosen) expect((await put({ password: next })).status).toBe(200)
    await site.sql`delete from auth.rate_limits`
    for (const known of [PASSWORD, ...chosen.slice(0, 3)]) {
      expect(await refusal(await put({ password: known }))).toEqual({
        status: 422,
        code: 'same_password',
        message: 'New password should be different from your last 5 passwords.',
      })
    }
    await site.sql`delete from auth.rate_limits`
    expect((await put({ password: 'password number 5' })).status).toBe(200)
    expect((await put({ password: PASSWORD })).status).toBe(200)
  })

  test('are kept as slow hashes, no more than needed, and are deleted with the user', async () => {
    for (let number = 0; number < 6; number += 1) await put({ password: `password number ${number}` })
    const kept = await hashes()
    expect(kept).toHaveLength(4)
    for (const row of kept) expect(row['password_hash']).toMatch(/^\$2[aby]\$(04|10)\$/)
    await site.sql`delete from auth.users`
    expect(await hashes()).toHaveLength(0)
  })

  test('cannot be got round by changes at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3].map((number) => put({ password: `at once ${number}` })))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await refusal(await put({ password: PASSWORD }))).toMatchObject({ code: 'same_password' })
  })
})

test('[DIS-01] [SEC-19] [SEC-20] is stronger than one at sign-up, on the server too', async () => {
  const strict = await openSite(database, {
    sendMail: false,
    settings: {
      passwords: {
        ...SETTINGS.passwords,
        atChange: { minimumLength: 12, requiredCharacters: ['0123456789', '@$!%*?&'], minimumStrength: 0 },
      },
    },
  })
  const weak = await put({ password: 'weak' }, token, strict)
  expect(JSON.parse(await weak.text())).toMatchObject({
    error_code: 'weak_password',
    weak_password: { reasons: ['length', 'characters'] },
  })
  expect(await refusal(await put({ password: 'long enough but plain' }, token, strict))).toMatchObject({
    status: 422,
    code: 'weak_password',
  })
  expect(await signIn()).not.toBe('')
  expect((await put({ password: 'long enough with 1 &' }, token, strict)).status).toBe(200)
  await strict.close()
})

describe('[CALL-87] a code by mail', () => {
  async function nonce(): Promise<string> {
    const response = await site.send('GET', '/reauthenticate', { headers: as(token) })
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    // Mails about changes of the account come in between.
    let mail = await mailbox.next(EMAIL)
    while (mail.subject !== 'Your code') mail = await mailbox.next(EMAIL)
    return codeIn(mail.text)
  }

  test('is as good as a fresh sign-in, once', async () => {
    await letPass(11)
    const code = await nonce()
    expect((await put({ password, nonce: code })).status).toBe(200)
    expect(await refusal(await put({ password: 'yet another one', nonce: code }))).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
    expect(await signIn(password)).not.toBe('')
  })

  test('does not sign in, and does not work for another user', async () => {
    const code = await nonce()
    for (const type of ['email', 'recovery', 'signup', 'magiclink']) {
      const response = await site.send('POST', '/verify', { body: { type, email: EMAIL, token: code } })
      expect(await refusal(response)).toMatchObject({ code: 'otp_expired' })
    }
    await site.addUser('eve@example.org')
    const eve = await site.browser().signInWithPassword({ email: 'eve@example.org', password: PASSWORD })
    await letPass(11)
    const stolen = await put({ password, nonce: code }, eve.data.session?.access_token)
    expect(await refusal(stolen)).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('is guessed five times at most, and expires after 10 minutes', async () => {
    await letPass(11)
    const code = await nonce()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await refusal(await put({ password, nonce: wrong }))).toMatchObject({
        code: 'reauthentication_not_valid',
      })
    }
    await site.sql`delete from auth.rate_limits`
    expect(await refusal(await put({ password, nonce: code }))).toMatchObject({
      code: 'reauthentication_not_valid',
    })
    const late = await nonce()
    await site.sql`update auth.one_time_tokens set expires_at = expires_at - interval '10 minutes 1 second'`
    expect(await refusal(await put({ password, nonce: late }))).toMatchObject({
      code: 'reauthentication_not_valid',
    })
    expect(await signIn(password)).toBe('')
  })

  test('needs a session', async () => {
    expect(await refusal(await site.send('GET', '/reauthenticate'))).toMatchObject({ status: 401 })
  })
})
