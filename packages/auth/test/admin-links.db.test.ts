import { beforeEach, describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'

const { site, mailbox } = await openTestSite()
const admin = site.admin()

beforeEach(async () => {
  await site.sql`delete from auth.users`
})

function signIn(email: string) {
  return site.browser().signInWithPassword({ email, password: PASSWORD })
}

describe('an invitation', () => {
  test('creates a user and mails them a link to confirm', async () => {
    const { data, error } = await admin.inviteUserByEmail('guest@example.org', { data: { name: 'Guest' } })
    expect(error).toBeNull()
    expect(data.user?.invited_at).toBeDefined()
    const mail = await mailbox.next('guest@example.org')
    expect(mail.subject).toBe('Invitation')
    const confirmed = await site.browser().verifyOtp({ token_hash: tokenHashIn(mail.text), type: 'invite' })
    expect(confirmed.data.user?.email).toBe('guest@example.org')
  })

  test('is refused for an existing user', async () => {
    await site.addUser('member@example.org')
    const { error } = await admin.inviteUserByEmail('member@example.org')
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

describe('a link', () => {
  test.each(['magiclink', 'recovery'] as const)('of type %s signs its user in', async (type) => {
    await site.addUser('linked@example.org')
    const { data, error } = await admin.generateLink({ type, email: 'linked@example.org' })
    expect(error).toBeNull()
    const { properties } = data
    expect(properties?.verification_type).toBe(type)
    const used = await site.browser().verifyOtp({ token_hash: properties?.hashed_token ?? '', type })
    expect(used.data.user?.email).toBe('linked@example.org')
    expect(await site.sql`select from auth.mail_queue`).toHaveLength(0)
  })

  test('of type signup creates the user; its code does the same', async () => {
    const email = 'fresh@example.org'
    const { data } = await admin.generateLink({ type: 'signup', email, password: PASSWORD })
    const token = data.properties?.email_otp ?? ''
    expect((await site.browser().verifyOtp({ email, token, type: 'signup' })).error).toBeNull()
    expect((await signIn(email)).error).toBeNull()
  })

  test('leads only where links may lead', async () => {
    await site.addUser('led@example.org')
    const { data } = await admin.generateLink({
      type: 'magiclink',
      email: 'led@example.org',
      options: { redirectTo: 'https://evil.test/' },
    })
    expect(data.properties?.action_link).not.toContain('evil')
  })

  test('for a change of address comes in two halves', async () => {
    await site.addUser('from@example.org')
    const halves = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin.generateLink({
        type,
        email: 'from@example.org',
        newEmail: 'to@example.org',
      })
      halves.push(data.properties?.hashed_token ?? '')
    }
    const { data: owner } = await signIn('from@example.org')
    const headers = { authorization: `Bearer ${owner.session?.access_token}` }
    for (const token_hash of halves) {
      await site.send('POST', '/verify', { body: { type: 'email_change', token_hash }, headers })
    }
    expect((await signIn('to@example.org')).error).toBeNull()
  })

  test.each([
    [{ type: 'recovery', email: 'nobody@example.org' }, 404, 'user_not_found'],
    [{ type: 'signup', email: 'nobody@example.org' }, 400, 'validation_failed'],
    [{ type: 'carrier pigeon', email: 'nobody@example.org' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email: 'linked@example.org' }, 400, 'validation_failed'],
  ])('%j is refused', async (body, status, code) => {
    await site.addUser('linked@example.org')
    const response = await site.send('POST', '/admin/generate_link', { body, asAdmin: true })
    expect(await refusal(response)).toMatchObject({ status, code })
  })
})
