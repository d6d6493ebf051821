import { describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'

const { site, mailbox } = await openTestSite()

describe('resend', () => {
  test('[CLIENT-28] sends a new link, and the old one no longer works', async () => {
    const email = 'lost@example.org'
    const browser = site.browser()
    await browser.signUp({ email, password: PASSWORD, options: { data: { name: 'Lost' } } })
    const oldLink = tokenHashIn((await mailbox.next(email)).text)
    expect((await browser.resend({ type: 'signup', email })).error).toBeNull()
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('Hello Lost')
    expect((await browser.verifyOtp({ token_hash: oldLink, type: 'signup' })).error?.code).toBe('otp_expired')
    const confirmed = await browser.verifyOtp({ token_hash: tokenHashIn(mail.text), type: 'signup' })
    expect(confirmed.error).toBeNull()
  })

  test('answers the same for addresses without an account, or that are confirmed, and sends no mail', async () => {
    await site.addUser('confirmed@example.org')
    for (const email of ['nobody@example.org', 'confirmed@example.org']) {
      const response = await site.send('POST', '/resend', { body: { type: 'signup', email } })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
      expect(await site.sql`select from auth.mail_queue where recipient = ${email}`).toHaveLength(0)
    }
  })

  test('takes the same time whether there is something to send or not', async () => {
    await site.addUser('slow@example.org', { confirmed: false })
    for (const email of ['slow@example.org', 'nobody@example.org']) {
      const began = performance.now()
      await site.send('POST', '/resend', { body: { type: 'signup', email } })
      expect(performance.now() - began).toBeGreaterThan(38)
    }
  })

  test.each([
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'carrier pigeon', email: 'a@example.org' }, 'validation_failed'],
    [{ type: 'sms', phone: '+4915112345678' }, 'phone_provider_disabled'],
    [{ email: 'a@example.org' }, 'validation_failed'],
  ])('refuses %j', async (body, code) => {
    expect(await refusal(await site.send('POST', '/resend', { body }))).toMatchObject({ status: 400, code })
  })
})
