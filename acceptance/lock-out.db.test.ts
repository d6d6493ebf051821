import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Cairn, freshDomain, openCairn } from './support/cairn.ts'

let cairn: Cairn
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  cairn = await openCairn({ SMTP_URL: mailbox.url })
})

afterAll(async () => {
  await cairn.close()
  await mailbox.close()
})

// The failures of all tests come from one network, which has its own limit.
beforeEach(() => cairn.database`delete from auth.rate_limits`)

const FAILURES_ALLOWED = 5
const WRONG = 'wrong password'

async function newPerson(): Promise<{ email: string }> {
  return arrangePerson(cairn.database, { email: `ada@${freshDomain()}`, name: 'Ada' })
}

/** The result of a sign-in, without headers that change with time. */
async function signIn(email: string, password: string, headers: Record<string, string> = {}) {
  const { status, json } = await cairn.send({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    body: { email, password },
    headers,
  })
  const { error_code, msg } = z.object({ error_code: z.string(), msg: z.string() }).partial().parse(json)
  return { status, code: error_code, message: msg }
}

async function fail(email: string, times = FAILURES_ALLOWED): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) {
    expect(await signIn(email, WRONG)).toEqual(REFUSED)
  }
}

const REFUSED = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const LOCKED = {
  status: 400,
  code: 'invalid_credentials',
  message: 'Too many failed attempts. Please wait 1 minute before trying again.',
}

/** Asks the question that the screen asks before a sign-in. */
async function check(email: string, args: Record<string, unknown> = { ip_param: null }) {
  const { data, error } = await cairn.browser().rpc('check_login_rate_limit', { email_param: email, ...args })
  expect(error).toBeNull()
  return z.object({ allowed: z.boolean(), retry_after_seconds: z.number() }).parse(data)
}

describe('after five failures', () => {
  it('even the right password is refused', async () => {
    const { email } = await newPerson()
    await fail(email)
    expect(await signIn(email, PASSWORD)).toEqual(LOCKED)
    expect(await signIn(email, WRONG)).toEqual(LOCKED)
  })

  it('[AUTH-55] [AUTH-57] [CALL-61] [CALL-62] the screen learns for how long', async () => {
    const { email } = await newPerson()
    await fail(email, FAILURES_ALLOWED - 1)
    expect(await check(email)).toEqual({ allowed: true, retry_after_seconds: 0 })
    await fail(email, 1)
    const { allowed, retry_after_seconds } = await check(email)
    expect(allowed).toBe(false)
    expect(Math.ceil(retry_after_seconds / 60)).toBe(1)
  })

  it('[AUTH-56] the sentence is the one that the screen shows', async () => {
    const { email } = await newPerson()
    await fail(email)
    const { error } = await cairn.browser().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error?.message).toBe(LOCKED.message)
  })

  it('capitals make no other address of it', async () => {
    const { email } = await newPerson()
    await fail(email)
    expect(await signIn(email.toUpperCase(), PASSWORD)).toEqual(LOCKED)
  })

  it('another address is as open as before', async () => {
    const [locked, open] = [await newPerson(), await newPerson()]
    await fail(locked.email)
    expect((await signIn(open.email, PASSWORD)).status).toBe(200)
  })

  it('a known address and an unknown one get the same answers, from the first to the last', async () => {
    const { email } = await newPerson()
    const unknown = `nobody@${freshDomain()}`
    const passwords = [...Array<string>(FAILURES_ALLOWED + 1).fill(WRONG), PASSWORD]
    const answers: Record<string, unknown[]> = { [email]: [], [unknown]: [] }
    for (const address of [email, unknown]) {
      for (const password of passwords) {
        answers[address]?.push(await signIn(address, password), (await check(address)).allowed)
      }
    }
    expect(answers[email]).toEqual(answers[unknown])
    expect(answers[email]?.at(-1)).toBe(false)
  })
})

describe('the owner of a locked address', () => {
  it('enters by the code of a mail, and by its link although a stranger guessed at the code', async () => {
    const { email } = await newPerson()
    await fail(email)
    expect(await signIn(email, PASSWORD)).toEqual(LOCKED)
    const { auth } = cairn.browser()
    const mailed = async () => {
      await cairn.database`delete from auth.rate_limits`
      expect((await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
      const { text = '' } = await mailbox.next(email)
      return {
        token: /\b\d{6}\b/.exec(text)?.[0] ?? '',
        token_hash: /token_hash=([\w-]+)/.exec(text)?.[1] ?? '',
      }
    }
    const { token } = await mailed()
    expect((await auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()

    const guessed = await mailed()
    const wrong = guessed.token === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) await auth.verifyOtp({ email, token: wrong, type: 'email' })
    const link = { token_hash: guessed.token_hash, type: 'email' } as const
    expect((await auth.verifyOtp(link)).error).toBeNull()
  })
})

describe('there is no way around', () => {
  it('by an X-Forwarded-For that changes with each attempt', async () => {
    const { email } = await newPerson()
    for (let attempt = 1; attempt <= FAILURES_ALLOWED; attempt += 1) {
      await signIn(email, WRONG, {
        'x-forwarded-for': `203.0.113.${attempt}`,
        'x-real-ip': `203.0.113.${attempt}`,
      })
    }
    expect(await signIn(email, PASSWORD, { 'x-forwarded-for': '203.0.113.99' })).toEqual(LOCKED)
    expect(await check(email, { ip_param: '203.0.113.99' })).toMatchObject({ allowed: false })
  })

  it('by many guesses at the same moment', async () => {
    const { email } = await newPerson()
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(email, WRONG)))
    const checked = answers.filter(({ message }) => message === REFUSED.message)
    expect(checked).toHaveLength(FAILURES_ALLOWED)
    // A busy server checks no password either: it answers 503 when the queue for hashing is too long.
    for (const answer of answers.filter((each) => !checked.includes(each) && each.status !== 503))
      expect(answer).toEqual(LOCKED)
    expect(await signIn(email, PASSWORD)).toEqual(LOCKED)
  })

  it('[CALL-31] by a success that the browser writes down', async () => {
    const { email } = await newPerson()
    await fail(email)
    const table = () => cairn.browser().from('login_attempts')
    const success = await table().insert({ email, success: true, attempted_at: new Date().toISOString() })
    expect(success.error?.code).toBe('42501')
    expect((await table().delete().eq('email', email)).error?.code).toBe('42501')
    expect(await signIn(email, PASSWORD)).toEqual(LOCKED)
  })

  it('[CALL-63] by another person who notes a success for it', async () => {
    const [victim, eve] = [await newPerson(), await newPerson()]
    await fail(victim.email)
    const { client } = await cairn.signedIn(eve)
    expect((await client.rpc('log_successful_login', { email_param: victim.email })).error).toBeNull()
    expect(await signIn(victim.email, PASSWORD)).toEqual(LOCKED)
    expect(
      await cairn.database`select from public.login_attempts where email = ${victim.email} and success`,
    ).toEqual([])
  })
})

describe('no caller locks out another person', () => {
  it('[AUTH-61] by failures that the browser writes down', async () => {
    const { email } = await newPerson()
    const attempted_at = new Date().toISOString()
    for (let attempt = 0; attempt < 2 * FAILURES_ALLOWED; attempt += 1) {
      const { error } = await cairn
        .browser()
        .from('login_attempts')
        .insert({ email, success: false, attempted_at })
      expect(error).toBeNull()
    }
    expect(await check(email)).toEqual({ allowed: true, retry_after_seconds: 0 })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})
