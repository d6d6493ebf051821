import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AS_OPERATOR, AS_USER, AS_VISITOR, type DocumentedCase } from './documented.cases.ts'
import { openSite, openTestSite, PASSWORD, tokenHashIn } from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()
const EMAIL = 'ada@example.org'
await site.addUser(EMAIL)
const { data } = await site.browser().signInWithPassword({ email: EMAIL, password: PASSWORD })
const authorization = `Bearer ${data.session?.access_token}`

const named = (cases: readonly DocumentedCase[]) =>
  cases.map(
    ([request, body, status, code]) =>
      [
        `${[request, JSON.stringify(body)?.slice(0, 90)].join(' ').trim()} → ${status} ${code ?? ''}`.trim(),
        { request, body, wanted: { status, code, header: code } },
      ] as const,
  )

/** The status of an answer, and its code as body and header say it. */
async function answerTo(
  { request, body }: { request: string; body: unknown },
  options: { headers?: Record<string, string>; asAdmin?: boolean },
) {
  const [method = '', path = ''] = request.split(' ')
  const headers = { 'x-supabase-api-version': '2024-01-01', ...options.headers }
  const response = await site.send(method, path, { ...options, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  const code = response.ok ? null : z.object({ code: z.string() }).parse(JSON.parse(text)).code
  return { status: response.status, code, header: response.headers.get('x-sb-error-code') }
}

describe('to a visitor', () => {
  test.each(named(AS_VISITOR))('%s', async (_title, { wanted, ...asked }) => {
    expect(await answerTo(asked, {})).toEqual(wanted)
  })

  test('a link is not looked at by HEAD', async () => {
    expect((await site.send('HEAD', '/verify?token=x&type=signup')).status).toBe(405)
  })

  test('sign-up that is closed says so to a sign-up, and nothing of who has an account to a code', async () => {
    const closed = await openSite(database, { smtpUrl: mailbox.url, settings: { enableSignup: false } })
    const signUp = await closed.send('POST', '/signup', {
      body: { email: 'x@example.org', password: PASSWORD },
    })
    expect([signUp.status, await signUp.json()]).toMatchObject([422, { error_code: 'signup_disabled' }])
    expect((await closed.send('POST', '/otp', { body: { email: 'x@example.org' } })).status).toBe(200)
    expect(await closed.sql`select from auth.users where email = 'x@example.org'`).toHaveLength(0)
    await closed.close()
  })
})

describe('to a user', () => {
  test.each(named(AS_USER))('%s', async (_title, { wanted, ...asked }) => {
    expect(await answerTo(asked, { headers: { authorization } })).toEqual(wanted)
  })
})

describe('to an operator', () => {
  test.each(named(AS_OPERATOR))('%s', async (_title, { wanted, ...asked }) => {
    expect(await answerTo(asked, { asAdmin: true })).toEqual(wanted)
  })

  test('a link for an unknown address makes its user, and stays of the type that was asked for', async () => {
    const email = 'unheard-of@example.org'
    const { data: made } = await site.admin().generateLink({ type: 'magiclink', email })
    expect(made.properties?.verification_type).toBe('magiclink')
    const token_hash = made.properties?.hashed_token ?? ''
    const used = await site.browser().verifyOtp({ token_hash, type: 'magiclink' })
    expect(used.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  })

  test('a second invitation is a new link, and the first no longer counts', async () => {
    const email = 'guest@example.org'
    const links: string[] = []
    for (let time = 0; time < 2; time += 1) {
      expect((await site.admin().inviteUserByEmail(email)).error).toBeNull()
      links.push(tokenHashIn((await mailbox.next(email)).text))
    }
    const [first = '', second = ''] = links
    const use = (token_hash: string) => site.browser().verifyOtp({ token_hash, type: 'invite' })
    expect((await use(first)).error).toMatchObject({ code: 'otp_expired' })
    expect((await use(second)).data.user?.email).toBe(email)
  })

  test('a link to an address that is taken is refused when it is redeemed', async () => {
    await site.addUser('taken@example.org')
    await site.addUser('mover@example.org')
    const mover = site.browser()
    const { data: signedIn } = await mover.signInWithPassword({
      email: 'mover@example.org',
      password: PASSWORD,
    })
    const statuses: unknown[] = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const link = await site.admin().generateLink({
        type,
        email: 'mover@example.org',
        newEmail: 'taken@example.org',
      })
      const body = { type: 'email_change', token_hash: link.data.properties?.hashed_token }
      const headers = { authorization: `Bearer ${signedIn.session?.access_token}` }
      const answer = await site.send('POST', '/verify', { body, headers })
      statuses.push([answer.status, await answer.json()])
    }
    expect(statuses.at(-1)).toMatchObject([422, { error_code: 'email_exists' }])
    expect((await mover.getUser()).data.user?.email).toBe('mover@example.org')
  })
})
