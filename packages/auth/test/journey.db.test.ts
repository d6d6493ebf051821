import { expect, test } from 'vitest'
import { openTestSite, PASSWORD, PUBLIC_URL, tokenHashIn } from './support/fixture.ts'

const { site, mailbox } = await openTestSite()

test('[DATA-01] [OPEN-12] a user signs up, confirms, signs in, stays and signs out', async () => {
  const email = 'ada@example.org'
  const browser = site.browser()

  const signedUp = await browser.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({ email, user_metadata: { name: 'Ada', email_verified: false } })
  expect(signedUp.data.user?.identities).toHaveLength(1)

  const early = await browser.signInWithPassword({ email, password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')

  const mail = await mailbox.next(email)
  expect(mail.from?.address).toBe('cairn@cairn.test')
  expect(mail.text).toContain('Hello Ada')
  const token_hash = tokenHashIn(mail.text)
  // This browser cannot show that it signed up, so the password is entered once more.
  const entered = { token_hash, type: 'signup', password: PASSWORD } as const
  const confirmed = await browser.verifyOtp(entered)
  expect(confirmed.error).toBeNull()
  expect(confirmed.data.user?.email_confirmed_at).toBeDefined()
  expect(confirmed.data.session?.refresh_token).toBeDefined()

  const other = site.browser()
  const signedIn = await other.signInWithPassword({ email, password: PASSWORD })
  expect(signedIn.error).toBeNull()
  expect(signedIn.data.user?.id).toBe(confirmed.data.user?.id)
  expect(signedIn.data.session?.expires_in).toBe(3_600)

  const refreshed = await other.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token)

  const claims = await other.getClaims()
  expect(claims.error).toBeNull()
  expect(claims.data?.claims).toMatchObject({
    iss: `${PUBLIC_URL}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    aal: 'aal1',
    is_anonymous: false,
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
  })

  const { error } = await other.signOut({ scope: 'local' })
  expect(error).toBeNull()
  const token = refreshed.data.session?.access_token ?? ''
  expect((await other.getUser(token)).error?.name).toBe('AuthSessionMissingError')
  // The browser that confirmed is another session, and goes on.
  expect((await browser.getUser()).data.user?.email).toBe(email)
})

test('a user keeps the same account in a browser that uses PKCE', async () => {
  const email = 'grace@example.org'
  const browser = site.browser('pkce')
  await browser.signUp({ email, password: PASSWORD })
  const token_hash = tokenHashIn((await mailbox.next(email)).text)
  // The link opens a page with a button, in whatever browser: the token alone is enough.
  const confirmed = await site.browser('pkce').verifyOtp({ token_hash, type: 'email' })
  expect(confirmed.data.session).not.toBeNull()
})
