import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expiredIn } from '../src/store/expired.ts'
import { deleteAll } from './support/delete-all.ts'
import { openSite, PASSWORD, type Site } from './support/fixture.ts'

let site: Site
const database = await testDatabase('auth')
const asAuthenticator = postgres({ ...database.authenticator, ssl: false, max: 1 })
const asAuthAdmin = openPool({ target: database.authAdmin, size: 1, name: 'test' })

beforeAll(async () => {
  site = await openSite(database, { sendMail: false })
})

afterAll(async () => {
  await site.close()
  await asAuthenticator.end()
  await asAuthAdmin.close()
  await database.drop()
})

describe('the schema auth', () => {
  test('has row security on every table', async () => {
    const open = await site.sql`
      select relname from pg_class
      where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity`
    expect(open).toEqual([])
  })

  test('has an index under every foreign key', async () => {
    const uncovered = await site.sql`
      select conrelid::regclass::text as table, conname from pg_constraint c
      where contype = 'f' and connamespace = 'auth'::regnamespace and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and (string_to_array(i.indkey::text, ' ')::int2[])[1] = c.conkey[1]
      )`
    expect(uncovered).toEqual([])
  })

  test.each(['anon', 'authenticated', 'service_role', 'authenticator'])('gives %s no table', async (role) => {
    const readable = await site.sql`
      select relname from pg_class
      where relnamespace = 'auth'::regnamespace and relkind in ('r', 'v')
        and has_table_privilege(${role}, oid, 'select, insert, update, delete, truncate, references')`
    expect(readable).toEqual([])
  })
})

describe('auth.require_session', () => {
  const require = (id: string, person: string) =>
    asAuthenticator`select auth.require_session(${id}::uuid, ${person}::uuid)::text`

  test('lets a session of its person pass, and no other', async () => {
    const person = await site.addUser('ada@example.org')
    await site.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    const [session] = await site.sql<{ id: string }[]>`select id from auth.sessions`
    const id = session?.id ?? ''
    await expect(require(id, person)).resolves.toHaveLength(1)
    const other = await site.addUser('ben@example.org')
    const gone = { code: 'PT401', message: 'JWT session is no longer valid' }
    await expect(require(id, other)).rejects.toMatchObject(gone)
    await site.sql`update auth.sessions set not_after = now() - interval '1 second'`
    await expect(require(id, person)).rejects.toMatchObject(gone)
    await site.sql`delete from auth.sessions`
    await expect(require(id, person)).rejects.toMatchObject(gone)
  })

  test('is for the authenticator alone', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const [row] =
        await site.sql`select has_function_privilege(${role}, 'auth.require_session(uuid, uuid)', 'execute') as may`
      expect(row).toEqual({ may: false })
    }
  })
})

test('policies can ask who is calling', async () => {
  const claims = {
    sub: '11111111-1111-4111-8111-111111111111',
    role: 'authenticated',
    email: 'ada@example.org',
  }
  const [row] = await asAuthenticator.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await tx`set local role authenticated`
    return tx`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`
  })
  expect(row).toEqual({ uid: claims.sub, role: claims.role, email: claims.email, jwt: claims })
  const [nobody] = await asAuthenticator.begin(async (tx) => {
    await tx`set local role anon`
    return tx`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`
  })
  expect(nobody).toEqual({ uid: null, role: null, email: null, jwt: null })
})

test('sign-ups that were not confirmed within 7 days are deleted, and no other user', async () => {
  await site.sql`delete from auth.users`
  await site.addUser('old-unconfirmed@example.org', { confirmed: false })
  await site.addUser('old-confirmed@example.org')
  await site.sql`update auth.users set created_at = now() - interval '7 days 1 minute'`
  await site.addUser('new-unconfirmed@example.org', { confirmed: false })
  // A visitor signed up again beside a sign-up of long ago, and a link of another was sent again.
  const again = await site.addUser('again-unconfirmed@example.org', { confirmed: false })
  const resent = await site.addUser('resent-unconfirmed@example.org', { confirmed: false })
  await site.sql`
    update auth.users set created_at = now() - interval '8 days' where id in (${again}, ${resent})`
  const body = { email: 'again-unconfirmed@example.org', password: PASSWORD }
  expect((await site.send('POST', '/signup', { body })).status).toBe(200)
  await site.sql`
    insert into auth.pending_sign_ups (user_id, password_hash, created_at)
    values (${resent}, 'x', now() - interval '8 days'), (${again}, 'x', now() - interval '8 days')`
  await site.sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at, sign_up_id)
    select user_id, 'confirmation_token', 'of a later mail', '', 'resent-unconfirmed@example.org', now() + interval '1 hour', id
    from auth.pending_sign_ups where user_id = ${resent}`
  expect(await deleteAll(expiredIn(privileged(asAuthAdmin), 365))).toBeGreaterThan(0)
  const signUps = await site.sql<{ email: string }[]>`
    select u.email from auth.pending_sign_ups p join auth.users u on u.id = p.user_id order by u.email`
  expect(signUps.map(({ email }) => email)).toEqual([
    'again-unconfirmed@example.org',
    'resent-unconfirmed@example.org',
  ])
  const left = await site.sql`select email from auth.users order by email`
  expect(left.map((row) => row['email'])).toEqual([
    'again-unconfirmed@example.org',
    'new-unconfirmed@example.org',
    'old-confirmed@example.org',
    'resent-unconfirmed@example.org',
  ])
})
