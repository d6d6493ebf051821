import { codeOfApp } from '@cairn/testing/authenticator'
import { hash } from 'bcrypt'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSite, PASSWORD, refusal } from './support/fixture.ts'

const { site } = await openTestSite({ smtpUrl: null, sendMail: false })
const admin = site.admin()
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

beforeEach(async () => {
  await site.sql`delete from auth.users`
})

function signIn(email: string, password = PASSWORD) {
  const browser = site.browser()
  return browser.signInWithPassword({ email, password }).then(({ data, error }) => ({ browser, data, error }))
}

describe('[D10] without the service key', () => {
  const PATHS = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${UNKNOWN_ID}`],
    ['PUT', `/admin/users/${UNKNOWN_ID}`],
    ['DELETE', `/admin/users/${UNKNOWN_ID}`],
    ['GET', `/admin/users/${UNKNOWN_ID}/factors`],
    ['DELETE', `/admin/users/${UNKNOWN_ID}/factors/${UNKNOWN_ID}`],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['POST', '/invite'],
  ] as const

  test.each(PATHS)('%s %s is refused, signed in or not', async (method, path) => {
    await site.addUser('ada@example.org')
    const { data } = await signIn('ada@example.org')
    for (const bearer of ['sb_publishable_test', data.session?.access_token, 'sb_secret_guess']) {
      const response = await site.send(method, path, {
        headers: { authorization: `Bearer ${bearer}` },
        ...(method === 'GET' ? {} : { body: { email: 'eve@example.org' } }),
      })
      expect(await refusal(response)).toMatchObject({ status: 403, code: 'not_admin' })
    }
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'ada@example.org' }])
  })
})

describe('a user', () => {
  test('is created with proven address and password, and signs in', async () => {
    const { data, error } = await admin.createUser({
      email: 'Made@Example.org',
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Made' },
      app_metadata: { plan: 'gold' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'made@example.org',
      user_metadata: { name: 'Made' },
      app_metadata: { provider: 'email', plan: 'gold' },
    })
    expect((await signIn('made@example.org')).error).toBeNull()
  })

  test('waits for a confirmation unless said otherwise', async () => {
    await admin.createUser({ email: 'waits@example.org', password: PASSWORD })
    expect((await signIn('waits@example.org')).error?.code).toBe('email_not_confirmed')
  })

  test('moves in from another system with their bcrypt hash and id', async () => {
    const id = 'a1b2c3d4-0000-4000-8000-000000000001'
    for (const [index, version] of (['2a', '2b', '2y'] as const).entries()) {
      const email = `import${index}@example.org`
      const password_hash = (await hash('their old password', 5)).replace('2b', version)
      const body = { email, password_hash, email_confirm: true, ...(index === 0 ? { id } : {}) }
      expect((await admin.createUser(body)).error).toBeNull()
      expect((await signIn(email, 'their old password')).error).toBeNull()
    }
    expect((await admin.getUserById(id)).data.user?.email).toBe('import0@example.org')
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password: 'short' }, 422, 'weak_password'],
    [{ email: 'a@example.org', password_hash: '$argon2id$v=19$x' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password_hash: `$2a$31$${'a'.repeat(53)}` }, 400, 'validation_failed'],
    [{ email: 'a@example.org', role: 'service_role' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', ban_duration: 'forever' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', user_metadata: { name: 'a\0' } }, 400, 'validation_failed'],
    [{ email: 'taken@example.org' }, 422, 'email_exists'],
  ])('cannot be created from %j', async (body, status, code) => {
    await site.addUser('taken@example.org')
    const response = await site.send('POST', '/admin/users', { body, asAdmin: true })
    expect(await refusal(response)).toMatchObject({ status, code })
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('is changed; a new password ends their sessions', async () => {
    const id = await site.addUser('old@example.org')
    const { browser } = await signIn('old@example.org')
    const { data } = await admin.updateUserById(id, {
      email: 'changed@example.org',
      password: 'a new password',
      app_metadata: { provider: 'email', plan: 'gold' },
    })
    expect(data.user).toMatchObject({ email: 'changed@example.org', app_metadata: { plan: 'gold' } })
    expect((await browser.getUser()).error).not.toBeNull()
    expect((await signIn('changed@example.org', 'a new password')).error).toBeNull()
  })

  test('has no more app metadata than fits into their tokens, in one piece or in several', async () => {
    const id = await site.addUser('large@example.org')
    const all = await admin.updateUserById(id, { app_metadata: { roles: 'x'.repeat(2_000) } })
    expect(all.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const half = { app_metadata: { first: 'x'.repeat(1_200) } }
    expect((await admin.updateUserById(id, half)).error).toBeNull()
    const more = await admin.updateUserById(id, { app_metadata: { second: 'x'.repeat(1_200) } })
    expect(more.error?.message).toContain('cannot be larger than 2000 bytes')
  })

  test('[D9] is locked out at once when banned, until the ban ends', async () => {
    const id = await site.addUser('banned@example.org')
    const { browser } = await signIn('banned@example.org')
    expect((await admin.updateUserById(id, { ban_duration: '24h' })).data.user?.banned_until).toBeDefined()
    expect(await site.sql`select from auth.sessions`).toHaveLength(0)
    expect((await browser.refreshSession()).error).not.toBeNull()
    expect((await signIn('banned@example.org')).error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await signIn('banned@example.org')).error).toBeNull()
  })

  test('is deleted with everything, or softly down to the id', async () => {
    const gone = await site.addUser('gone@example.org')
    const hollow = await site.addUser('hollow@example.org')
    await signIn('hollow@example.org')
    expect((await admin.deleteUser(gone)).error).toBeNull()
    expect((await admin.deleteUser(hollow, true)).error).toBeNull()
    const rows =
      await site.sql`select id, email, encrypted_password, raw_user_meta_data as data from auth.users`
    expect(rows).toEqual([{ id: hollow, email: null, encrypted_password: null, data: {} }])
    expect(await site.sql`select from auth.sessions`).toHaveLength(0)
    for (const id of [gone, hollow, UNKNOWN_ID]) {
      expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    }
    expect((await admin.deleteUser(hollow)).error?.code).toBe('user_not_found')
  })

  test('is not deleted where the product keeps them, such as the last admin of an account, and the answer says why', async () => {
    const id = await site.addUser('last@example.org')
    await site.sql.unsafe(`
      create function public.keep() returns trigger language plpgsql as $$
      begin
        raise exception 'An account needs an admin.' using errcode = 'LA001', hint = 'Make another member an admin first.';
      end
      $$;
      create trigger keep before delete on auth.users for each row execute function public.keep()`)
    const { error } = await admin.deleteUser(id)
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'An account needs an admin. Make another member an admin first.',
    })
    await site.sql.unsafe('drop trigger keep on auth.users')
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('is not deleted where rows of the project name them, and the answer says why', async () => {
    const id = await site.addUser('ada@example.org')
    await site.sql`create table public.notes (owner uuid references auth.users (id))`
    await site.sql`insert into public.notes values (${id})`
    try {
      expect((await admin.deleteUser(id)).error).toMatchObject({ status: 409, code: 'conflict' })
      await site.sql`delete from public.notes`
      expect((await admin.deleteUser(id)).error).toBeNull()
    } finally {
      await site.sql`drop table public.notes`
    }
  })

  test('is not found by any verb when they do not exist', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      for (const id of [UNKNOWN_ID, 'nonsense']) {
        const response = await site.send(method, `/admin/users/${id}`, {
          asAdmin: true,
          ...(method === 'GET' ? {} : { body: {} }),
        })
        expect(await refusal(response)).toMatchObject({ status: 404, code: 'user_not_found' })
      }
    }
  })
})

describe('the list', () => {
  test('has users without a date, whom another system or a person has written', async () => {
    await site.addUser('ada@example.org')
    const id = await site.addUser('old@example.org')
    await site.sql`update auth.users set created_at = null, updated_at = null where id = ${id}`
    const { data, error } = await admin.listUsers()
    expect(error).toBeNull()
    expect(data.users.map(({ email }) => email).toSorted()).toEqual(['ada@example.org', 'old@example.org'])
    for (const { created_at } of data.users) expect(Date.parse(created_at)).not.toBeNaN()
  })

  test('comes in pages, the newest first', async () => {
    for (let number = 0; number < 5; number += 1) await site.addUser(`person${number}@example.org`)
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    expect(first.data.users.map(({ email }) => email)).toEqual(['person4@example.org', 'person3@example.org'])
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3 })
    const last = await admin.listUsers({ page: 3, perPage: 2 })
    expect(last.data.users.map(({ email }) => email)).toEqual(['person0@example.org'])
    expect(last.data).toMatchObject({ nextPage: null })
    expect(JSON.stringify(first.data)).not.toMatch(/\$2[aby]\$/)
  })

  test.each(['page=x', 'per_page=-1', 'page=1e9'])('refuses ?%s', async (query) => {
    const response = await site.send('GET', `/admin/users?${query}`, { asAdmin: true })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('help from an operator', () => {
  test('a lost factor is listed and removed', async () => {
    const id = await site.addUser('lost@example.org')
    const { browser } = await signIn('lost@example.org')
    const { data } = await browser.mfa.enroll({ factorType: 'totp' })
    const code = codeOfApp(data?.totp.secret ?? '')
    await browser.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    const listed = await admin.mfa.listFactors({ userId: id })
    expect(listed.data?.factors).toMatchObject([{ id: data?.id, status: 'verified' }])
    expect((await admin.mfa.deleteFactor({ userId: id, id: data?.id ?? '' })).error).toBeNull()
    const level = await (await signIn('lost@example.org')).browser.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data?.nextLevel).toBe('aal1')
  })

  test('the log tells what happened, and no secret', async () => {
    await site.sql`delete from auth.audit_log_entries`
    const id = await site.addUser('told@example.org')
    const { browser } = await signIn('told@example.org')
    await browser.updateUser({ password: 'a new password' })
    await browser.signOut()
    await admin.updateUserById(id, { ban_duration: '1h' })
    await admin.deleteUser(id)
    const response = await site.send('GET', '/admin/audit?per_page=10', { asAdmin: true })
    expect(response.headers.get('x-total-count')).toBe('5')
    const text = await response.text()
    const payload = z.object({ action: z.string(), actor_id: z.string().nullable() })
    const entries = z.array(z.object({ payload })).parse(JSON.parse(text))
    expect(entries.map(({ payload }) => [payload.action, payload.actor_id])).toEqual([
      ['user_deleted', null],
      ['user_modified', null],
      ['logout', id],
      ['user_updated_password', id],
      ['login', id],
    ])
    expect(text).not.toMatch(/new password|\$2[aby]\$|eyJ/)
  })
})
