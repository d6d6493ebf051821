import { describe, expect, test } from 'vitest'
import { codeIn, openSite, openTestSite, PASSWORD, tokenHashIn } from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()

const NEW_PASSWORD = 'correct horse again'
const NEXT_STEP = { code: 'set_password', message: expect.stringContaining('PUT /user') }

let serial = 0
function freshAddress(): string {
  serial += 1
  return `client${serial}@example.org`
}

/** Signs up with a separate client, which follows the usual guides. Returns the mail. */
async function signUp(email: string, flow: 'implicit' | 'pkce' = 'implicit') {
  const browser = site.browser(flow)
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull()
  return { browser, mail: (await mailbox.next(email)).text }
}

/** The result of a sign-in with password, as the official client reports it. */
async function signIn(email: string, password: string, on = site) {
  const { error } = await on.browser().signInWithPassword({ email, password })
  return error === null ? 'signed in' : { status: error.status, code: error.code }
}

const NOT_PROVEN = { status: 400, code: 'password_not_proven' }
const WRONG = { status: 400, code: 'invalid_credentials' }

describe('[GAP-37] a client that redeems the mail of a sign-up without a proof of its password', () => {
  test('learns the next step, its sign-in is refused with a reason, and a new password ends it', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email)
    const { data, error } = await browser.verifyOtp({ token_hash: tokenHashIn(mail), type: 'signup' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    expect(data.session).toMatchObject({ next_step: NEXT_STEP })
    expect(await signIn(email, PASSWORD)).toEqual(NOT_PROVEN)

    expect((await browser.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await signIn(email, NEW_PASSWORD)).toBe('signed in')
    expect(await signIn(email, PASSWORD)).toEqual(WRONG)
    expect(
      await site.sql`
      select from auth.unproven_passwords p join auth.users u on u.id = p.user_id where u.email = ${email}`,
    ).toHaveLength(0)
  })

  test('learns it again from each mail that signs in, until there is a password', async () => {
    const email = freshAddress()
    await signUp(email)
    const browser = site.browser()
    const signInByMail = async () => {
      await browser.signInWithOtp({ email })
      const token = codeIn((await mailbox.next(email)).text)
      return (await browser.verifyOtp({ email, token, type: 'email' })).data.session
    }
    expect(await signInByMail()).toMatchObject({ next_step: NEXT_STEP })
    expect(await signInByMail()).toMatchObject({ next_step: NEXT_STEP })
    expect((await browser.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await mailbox.next(email)).text).toContain('password_changed')
    const session = await signInByMail()
    expect(session).toMatchObject({ access_token: expect.any(String) })
    expect(session).not.toHaveProperty('next_step')
  })

  test('learns it from the address where the link redirects', async () => {
    const email = freshAddress()
    const { mail } = await signUp(email)
    const followed = await site.send('GET', `/verify?type=signup&token=${tokenHashIn(mail)}`)
    const { hash } = new URL(followed.headers.get('location') ?? '')
    expect(new URLSearchParams(hash.slice(1)).get('next_step')).toBe('set_password')
    expect(await signIn(email, PASSWORD)).toEqual(NOT_PROVEN)
  })
})

describe('[GAP-37] the password of a sign-up holds', () => {
  test('where its code is typed into the page that signed up, which still has the password', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email)
    const proof = { email, token: codeIn(mail), type: 'signup' as const, password: PASSWORD }
    const { data, error } = await browser.verifyOtp(proof)
    expect(error).toBeNull()
    expect(data.session).not.toHaveProperty('next_step')
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('not where the code alone is typed: its owner may have been sent it for a stranger', async () => {
    const email = freshAddress()
    const { mail } = await signUp(email)
    const { data } = await site.browser().verifyOtp({ email, token: codeIn(mail), type: 'signup' })
    expect(data.session).toMatchObject({ next_step: NEXT_STEP })
    expect(await signIn(email, PASSWORD)).toEqual(NOT_PROVEN)
  })

  test('in the same browser by PKCE', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email, 'pkce')
    const followed = await site.send('GET', `/verify?type=signup&token=${tokenHashIn(mail)}`)
    const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { data, error } = await browser.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session).not.toHaveProperty('next_step')
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })
})

describe('the hint that a password was not proven', () => {
  const answer = async (email: string, password: string) => {
    const body = { email, password }
    const response = await site.send('POST', '/token?grant_type=password', { body })
    return { status: response.status, headers: [...response.headers], text: await response.text() }
  }

  test('is given only to a caller who types this very password', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email)
    await browser.verifyOtp({ token_hash: tokenHashIn(mail), type: 'signup' })
    const nobody = await answer(freshAddress(), PASSWORD)
    for (const guess of ['', 'wrong password', PASSWORD.slice(1), `${PASSWORD} `, `${PASSWORD}\0`]) {
      expect(await answer(email, guess)).toEqual(nobody)
    }
  })

  test('is never given for an account that has a password, not even to a person who signs up with its address', async () => {
    const email = freshAddress()
    await site.addUser(email)
    const typed = 'what a stranger typed'
    await site.browser().signUp({ email, password: typed })
    expect(await answer(email, typed)).toEqual(await answer(freshAddress(), typed))
  })

  test('counts as a failure for the product and for the network, so that it cannot be requested forever', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email)
    await browser.verifyOtp({ token_hash: tokenHashIn(mail), type: 'signup' })
    await site.sql.unsafe(`
      create table public.verdicts (valid boolean);
      grant insert on public.verdicts to supabase_auth_admin;
      create function public.note_verdict(event jsonb) returns jsonb language plpgsql as $$
      begin
        insert into public.verdicts values ((event ->> 'valid')::boolean);
        return '{"decision": "continue"}';
      end $$`)
    const strict = await openSite(database, {
      sendMail: false,
      settings: {
        rateLimits: { wrongPasswordsPerFiveMinutes: 2 },
        hooks: { passwordVerificationAttempt: { schema: 'public', name: 'note_verdict' } },
      },
    })
    await strict.sql`delete from auth.rate_limits`
    expect(await signIn(email, PASSWORD, strict)).toEqual(NOT_PROVEN)
    expect(await signIn(email, PASSWORD, strict)).toEqual(NOT_PROVEN)
    expect(await signIn(email, PASSWORD, strict)).toMatchObject({ status: 429 })
    expect(await strict.sql`select valid from public.verdicts`).toEqual([{ valid: false }, { valid: false }])
    await strict.sql`delete from auth.rate_limits`
    await strict.close()
  })

  test('is forgotten after 30 days', async () => {
    const email = freshAddress()
    const { browser, mail } = await signUp(email)
    await browser.verifyOtp({ token_hash: tokenHashIn(mail), type: 'signup' })
    await site.sql`update auth.unproven_passwords set created_at = now() - interval '31 days'`
    for (const kind of site.auth.expired(365)) await kind.delete(await kind.find([], 100))
    expect(await signIn(email, PASSWORD)).toEqual(WRONG)
  })
})
