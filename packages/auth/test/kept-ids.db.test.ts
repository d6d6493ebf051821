import { afterEach, describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, tokenHashIn } from './support/fixture.ts'
import { PHONE } from './support/phone-site.ts'
import { openProviderSite } from './support/provider-site.ts'

const EMAIL = 'ada@example.org'
const THEIRS = 'what the first party chose'

const { site, database, settings, goThereAndBack, signInWithProvider } = await openProviderSite()
const admin = site.admin()

/** Rows of a product that name a user: some go along when the user is deleted, some forbid it. */
const PRODUCT = `
  create table public.cards (user_id uuid references auth.users (id) on delete cascade);
  create table public.orders (user_id uuid references auth.users (id))`
await site.sql.unsafe(PRODUCT)

afterEach(async () => {
  await site.sql`truncate public.cards, public.orders`
})

/** A user who was invited and has rows of the product, and all that a party without proof could have left behind. */
async function addWaiting(): Promise<string> {
  const id = await site.addUser(EMAIL, { confirmed: false })
  const { data } = await site.admin().generateLink({ type: 'signup', email: EMAIL, password: THEIRS })
  expect(data.user?.id).toBe(id)
  await site.sql`insert into public.cards values (${id})`
  await site.sql`insert into public.orders values (${id})`
  await site.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`
  await site.sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values ('eve', ${id}, '{"sub": "eve"}', 'keycloak')`
  await site.sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
    values (${id}, 'totp', 'verified', 'x')`
  await site.sql`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, aal)
    values (${id}, 'k', 'k', 'key', 'aal1')`
  await site.sql`insert into auth.mfa_recovery_codes (user_id, code_hash) values (${id}, 'x')`
  await site.sql`
    insert into auth.security_changes (user_id, kind, link_hash) values (${id}, 'password_changed', 'undo')`
  return id
}

/** The kinds of rows by which somebody who is not the new user could be them. */
async function leftOf(id: string): Promise<string[]> {
  const left = []
  for (const table of [
    'sessions',
    'mfa_factors',
    'webauthn_credentials',
    'mfa_recovery_codes',
    'security_changes',
  ]) {
    if ((await site.sql`select from auth.${site.sql(table)} where user_id = ${id}`).count > 0)
      left.push(table)
  }
  if ((await site.sql`select from auth.identities where provider_id = 'eve'`).count > 0) left.push('identity')
  return left
}

async function autoconfirmed(run: (open: typeof site) => Promise<unknown>): Promise<void> {
  const open = await openSite(database, {
    sendMail: false,
    settings: { ...settings, mailerAutoconfirm: true, phone: PHONE },
  })
  await run(open)
  await open.close()
}

const REUSES: [string, () => Promise<unknown>][] = [
  ['invited again', () => admin.inviteUserByEmail(EMAIL, { data: { name: 'Ada' } })],
  ['created by the operator', () => admin.createUser({ email: EMAIL, user_metadata: { name: 'Ada' } })],
  ['sent a link by the operator', () => admin.generateLink({ type: 'invite', email: EMAIL })],
  ['asked for a magic link by the operator', () => admin.generateLink({ type: 'magiclink', email: EMAIL })],
]

describe('a user who never confirmed keeps their id and the rows that name them', () => {
  test.each(REUSES)('when %s, and nothing of the first party counts', async (_how, reuse) => {
    const id = await addWaiting()
    await site.sql`update auth.users set raw_app_meta_data = '{"plan": "gold"}', raw_user_meta_data = '{"name": "Eve"}'`
    const [{ hash: stale }] = await site.sql<
      [{ hash: string }]
    >`select token_hash as hash from auth.one_time_tokens`
    await reuse()

    const users =
      await site.sql`select id, encrypted_password, raw_app_meta_data ->> 'plan' as plan from auth.users`
    expect(users).toEqual([{ id, encrypted_password: null, plan: 'gold' }])
    expect(await leftOf(id)).toEqual([])
    expect(await site.sql`select from auth.one_time_tokens where token_hash = ${stale}`).toHaveLength(0)
    expect(await site.sql`select from auth.users where raw_user_meta_data ->> 'name' = 'Eve'`).toHaveLength(0)
    await admin.updateUserById(id, { email_confirm: true })
    for (const password of [PASSWORD, THEIRS]) {
      const { error } = await site.browser().signInWithPassword({ email: EMAIL, password })
      expect(error?.code).toBe('invalid_credentials')
    }
    expect(await site.sql`select user_id from public.orders natural join public.cards`).toEqual([
      { user_id: id },
    ])
  })

  test('when they sign in at a provider', async () => {
    const id = await addWaiting()
    const { result } = await signInWithProvider(site.browser('pkce'))
    expect(result?.data.user?.id).toBe(id)
    expect(result?.data.user?.app_metadata).toMatchObject({ provider: 'keycloak', providers: ['keycloak'] })
    expect(await site.sql`select encrypted_password from auth.users`).toEqual([{ encrypted_password: null }])
    expect(await leftOf(id)).toEqual(['sessions'])
    expect(await site.sql`select from auth.sessions`).toHaveLength(1)
    expect(await site.sql`select user_id from public.orders natural join public.cards`).toEqual([
      { user_id: id },
    ])
  })

  test('when they sign up where addresses count at once, with the new password alone', async () => {
    const id = await addWaiting()
    await autoconfirmed(async (open) => {
      const { data } = await open.browser().signUp({ email: EMAIL, password: PASSWORD })
      expect(data.user?.id).toBe(id)
      const first = await open.browser().signInWithPassword({ email: EMAIL, password: THEIRS })
      expect(first.error?.code).toBe('invalid_credentials')
    })
    expect(await site.sql`select user_id from public.orders natural join public.cards`).toEqual([
      { user_id: id },
    ])
  })

  test('and stays banned', async () => {
    const id = await addWaiting()
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect((await signInWithProvider(site.browser('pkce'))).result?.error?.code).toBe('user_banned')
  })
})

test('an operator who wants another id for a waiting address is refused', async () => {
  const id = await addWaiting()
  const wanted = { email: EMAIL, id: 'a1b2c3d4-0000-4000-8000-000000000001' }
  expect((await admin.createUser(wanted)).error?.code).toBe('email_exists')
  expect(await site.sql`select id from auth.users`).toEqual([{ id }])
})

test('a member takes the address of a waiting user whom rows forbid to delete', async () => {
  const id = await addWaiting()
  const member = await site.addUser('member@example.org')
  expect((await admin.updateUserById(member, { email: EMAIL })).data.user?.email).toBe(EMAIL)
  expect(await leftOf(id)).toEqual([])
  expect(await site.sql`select email from auth.users where id = ${id}`).toEqual([{ email: null }])
  expect(await site.sql`select user_id from public.orders`).toEqual([{ user_id: id }])
})

describe('requests at the same moment make one user', () => {
  const attempts = Array.from({ length: 6 })

  test.each([false, true])('of an address (that waits already: %s) at a provider', async (waits) => {
    if (waits) await addWaiting()
    await Promise.all(
      attempts.map(async () => {
        const target = await goThereAndBack('/authorize?provider=keycloak')
        expect(target.hash).toContain('access_token')
      }),
    )
    expect(await site.sql`select from auth.users`).toHaveLength(1)
    expect(await site.sql`select from auth.identities where provider = 'keycloak'`).toHaveLength(1)
  })

  test('of an operator who invites an address', async () => {
    const answers = await Promise.all(attempts.map(() => admin.inviteUserByEmail(EMAIL)))
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1)
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })
})

describe('by mail, a user who waits keeps their id', async () => {
  const { site: mailing, mailbox } = await openTestSite()
  await mailing.sql.unsafe(PRODUCT)

  test.each(['sign-up', 'one-time code'] as const)('with another %s', async (way) => {
    const email = `${way.replace(' ', '-')}@example.org`
    const { data } = await mailing.admin().inviteUserByEmail(email)
    const invitation = tokenHashIn((await mailbox.next(email)).text)
    const id = data.user?.id ?? ''
    await mailing.sql`insert into public.orders values (${id})`
    const browser = mailing.browser()
    if (way === 'sign-up') await browser.signUp({ email, password: PASSWORD })
    else await browser.signInWithOtp({ email })
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    const confirmed = await browser.verifyOtp({ token_hash, type: 'email' })
    expect(confirmed.data.user?.id).toBe(id)
    const late = await mailing.browser().verifyOtp({ token_hash: invitation, type: 'invite' })
    expect(late.error?.code).toBe('otp_expired')
  })
})
