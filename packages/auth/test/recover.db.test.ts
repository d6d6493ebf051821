import { describe, expect, test } from 'vitest'
import { codeIn, openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'

const { site, mailbox } = await openTestSite()

function post(body: Record<string, unknown>): Promise<Response> {
  return site.send('POST', '/recover', { body })
}

describe('[GAP-28] POST /recover', () => {
  test('leads to a new password without the old one', async () => {
    const email = 'forgot@example.org'
    await site.addUser(email)
    const other = site.browser()
    await other.signInWithPassword({ email, password: PASSWORD })
    const browser = site.browser()
    expect((await browser.resetPasswordForEmail(email)).error).toBeNull()
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    expect((await browser.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull()

    expect((await other.getUser()).error).not.toBeNull()
    const old = await site.browser().signInWithPassword({ email, password: PASSWORD })
    expect(old.error?.code).toBe('invalid_credentials')
    const fresh = await site.browser().signInWithPassword({ email, password: 'a new password' })
    expect(fresh.error).toBeNull()
  })

  test('works by code, and by PKCE in the browser that asked', async () => {
    const email = 'ways@example.org'
    await site.addUser(email)
    const browser = site.browser('pkce')
    await browser.resetPasswordForEmail(email)
    const first = await mailbox.next(email)
    const byCode = await site.browser().verifyOtp({ email, token: codeIn(first.text), type: 'recovery' })
    expect(byCode.error).toBeNull()
    await browser.resetPasswordForEmail(email)
    const secret = tokenHashIn((await mailbox.next(email)).text)
    const response = await site.send('GET', `/verify?type=recovery&token=${secret}`)
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { data } = await browser.exchangeCodeForSession(code)
    expect(data).toMatchObject({ redirectType: 'recovery', user: { email } })
  })

  test('answers the same, after the same time, for an address without an account', async () => {
    await site.addUser('here@example.org')
    const answers = []
    for (const email of ['here@example.org', 'not-here@example.org']) {
      const began = performance.now()
      const response = await post({ email })
      expect(performance.now() - began).toBeGreaterThan(38)
      answers.push([response.status, [...response.headers], await response.text()])
    }
    expect(answers[1]).toEqual(answers[0])
    await mailbox.next('here@example.org')
    expect(await site.sql`select from auth.mail_queue where recipient = 'not-here@example.org'`).toHaveLength(
      0,
    )
  })

  test('of an address that was never confirmed does not keep the password of its sign-up', async () => {
    const email = 'never-confirmed@example.org'
    await site.browser().signUp({ email, password: PASSWORD })
    await mailbox.next(email)
    await post({ email })
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    expect((await site.browser().verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    const squatter = await site.browser().signInWithPassword({ email, password: PASSWORD })
    expect(squatter.error?.code).toBe('password_not_proven')
  })

  test('a newer link kills the older one, and both expire within the hour', async () => {
    const email = 'twice@example.org'
    await site.addUser(email)
    await post({ email })
    const older = tokenHashIn((await mailbox.next(email)).text)
    await post({ email })
    const newer = tokenHashIn((await mailbox.next(email)).text)
    const use = (token_hash: string) =>
      site.send('POST', '/verify', { body: { type: 'recovery', token_hash } })
    expect(await refusal(await use(older))).toMatchObject({ code: 'otp_expired' })
    await site.sql`update auth.one_time_tokens set expires_at = expires_at - interval '1 hour' where relates_to = ${email}`
    expect(await refusal(await use(newer))).toMatchObject({ code: 'otp_expired' })
  })

  test('a banned user stays out', async () => {
    const email = 'banned@example.org'
    await site.addUser(email, { banned: true })
    await post({ email })
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    const response = await site.send('POST', '/verify', { body: { type: 'recovery', token_hash } })
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'user_banned' })
  })

  test.each([[{}], [{ email: 'nobody' }], [{ email: ['a@example.org'] }]])('refuses %j', async (body) => {
    expect(await refusal(await post(body))).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
