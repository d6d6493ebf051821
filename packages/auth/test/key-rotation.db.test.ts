import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { decodeProtectedHeader } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expiredIn } from '../src/store/expired.ts'
import { deleteAll } from './support/delete-all.ts'
import { openSite, openTestSite, PASSWORD } from './support/fixture.ts'

const { site, database } = await openTestSite({ smtpUrl: null, sendMail: false })
const asAuthAdmin = openPool({ target: database.authAdmin, size: 1, name: 'test' })
afterAll(() => asAuthAdmin.close())
await site.addUser('ada@example.org')

async function signIn(): Promise<string> {
  const { data } = await site.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  return data.session?.access_token ?? ''
}

const published = z.object({ kid: z.string() })

async function rotate(): Promise<string> {
  const response = await site.send('POST', '/admin/signing-keys/rotate', { asAdmin: true })
  expect(response.status).toBe(200)
  return published.parse(await response.json()).kid
}

async function publishedKids(): Promise<string[]> {
  const answer = await site.send('GET', '/.well-known/jwks.json')
  return z
    .object({ keys: z.array(published) })
    .parse(await answer.json())
    .keys.map(({ kid }) => kid)
}

test('a new key signs, the one before goes on verifying, and both are published', async () => {
  const before = await signIn()
  const kid = await rotate()
  const after = await signIn()
  expect(decodeProtectedHeader(after).kid).toBe(kid)
  expect(decodeProtectedHeader(before).kid).not.toBe(kid)
  expect((await site.browser().getUser(before)).error).toBeNull()
  expect((await site.browser().getClaims(after)).error).toBeNull()
  expect(await publishedKids()).toEqual([kid, decodeProtectedHeader(before).kid])
})

test('another server on the same database accepts what the new key signs', async () => {
  let nowMs = Date.now()
  const other = await openSite(database, { sendMail: false, clock: () => nowMs })
  await rotate()
  const token = await signIn()
  nowMs += 5_001
  expect((await other.browser().getUser(token)).error).toBeNull()
  await other.close()
})

test('rotations at the same moment leave one key that signs', async () => {
  await Promise.all([rotate(), rotate(), rotate()])
  const current = await site.sql`select id from auth.signing_keys where status = 'current'`
  expect(current).toHaveLength(1)
})

test('a key that only verified for eight days is deleted', async () => {
  await rotate()
  await site.sql`update auth.signing_keys set retired_at = retired_at - interval '8 days 1 minute'`
  await deleteAll(expiredIn(privileged(asAuthAdmin), 365))
  expect(await site.sql`select status from auth.signing_keys`).toEqual([{ status: 'current' }])
})

test('[D10] is for the holder of the service key', async () => {
  const response = await site.send('POST', '/admin/signing-keys/rotate', {
    headers: { authorization: `Bearer ${await signIn()}` },
  })
  expect(response.status).toBe(403)
})
