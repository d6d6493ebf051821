import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTokenUses } from './token-uses.ts'

const HASH = 'a'.repeat(64)
const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 1, name: 'token uses' })
let now = Date.parse('2027-04-01T12:00Z')
const uses = createTokenUses(privileged(pool), () => now)

beforeAll(async () => {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  await admin`
    with made as (
      insert into public.api_tokens (account_id, owner_id, name, scopes, ending)
      select account_id, ${id}, 'Script', '{systems:read}', 'abcd' from public.account_members where user_id = ${id}
      returning account_id, id
    )
    insert into private.token_secrets (hash, account_id, token_id) select ${HASH}, account_id, id from made`
})
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

const lastUse = async () =>
  (
    await admin<{ at: Date | null; network: string | null }[]>`
      select last_used_at as at, last_used_network::text as network from public.api_tokens`
  ).map(({ at, network }) => [at?.toISOString(), network])

it('writes the last use of a token with its network, and ignores a hash that nobody has', async () => {
  uses.note(HASH, '192.0.2.1')
  now += 1_000
  uses.note(HASH, '203.0.113.7')
  uses.note('b'.repeat(64), '203.0.113.8')
  expect(await lastUse()).toEqual([[undefined, null]])
  await uses.write()
  expect(await lastUse()).toEqual([['2027-04-01T12:00:01.000Z', '203.0.113.7/32']])
})

it('writes the network of the address for an IPv6 use', async () => {
  now += 1_000
  uses.note(HASH, '2001:db8:1:2:3::4')
  await uses.write()
  expect(await lastUse()).toEqual([['2027-04-01T12:00:02.000Z', '2001:db8:1:2::/64']])
})

it('retries a failed write with the next one', async () => {
  now += 1_000
  uses.note(HASH, '203.0.113.9')
  await admin`alter function private.note_token_uses(jsonb) rename to not_now`
  await expect(uses.write()).rejects.toThrow()
  await admin`alter function private.not_now(jsonb) rename to note_token_uses`
  await uses.write()
  expect(await lastUse()).toEqual([['2027-04-01T12:00:03.000Z', '203.0.113.9/32']])
})
