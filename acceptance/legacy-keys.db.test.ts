import { arrangePerson } from '@cairn/testing/people'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { NoRealtime } from './support/no-realtime.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'
import { hashedWith, open } from './support/tokens.ts'

const LEGACY = 'a shared secret of at least 32 characters'

let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn({ JWT_SECRET: LEGACY })
  await arrangePerson(cairn.database, { email: 'ada@acme.test', name: 'Ada Example' })
})

afterAll(() => cairn.close())

function keyOf(role: string, secret = LEGACY): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { role, iss: 'supabase', ref: 'project', iat: now, exp: now + 3_600 }
  return hashedWith(secret, { header: { alg: 'HS256', typ: 'JWT' }, claims })
}

function clientWith(key: string) {
  return createClient(cairn.server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  })
}

it('an anon key of the old style is the public key, and a service key of the old style the operator’s', async () => {
  const anon = clientWith(keyOf('anon'))
  expect((await anon.from('systems').select('id')).error?.code).toBe('42501')
  expect((await anon.auth.admin.listUsers()).error?.code).toBe('not_admin')
  const operator = clientWith(keyOf('service_role'))
  expect((await operator.from('systems').select('id')).error).toBeNull()
  expect((await operator.auth.admin.listUsers()).data.users.map(({ email }) => email)).toEqual([
    'ada@acme.test',
  ])
})

it.each([
  ['another secret', () => keyOf('service_role', 'another secret that is not configured')],
  ['another role', () => keyOf('postgres')],
])('a key of %s is none', async (_what, key) => {
  const headers = { apikey: key() }
  expect((await cairn.send({ path: '/rest/v1/systems', headers })).status).toBe(401)
  expect((await cairn.send({ path: '/auth/v1/settings', headers })).status).toBe(401)
})

it('an access token of the old secret opens what its session opens, and ends with it', async () => {
  const ada = await cairn.signedIn({ email: 'ada@acme.test' })
  const { claims } = open(ada.token)
  const legacy = hashedWith(LEGACY, {
    header: { alg: 'HS256', typ: 'JWT' },
    claims: { ...claims, iss: 'https://old.example/auth/v1' },
  })
  const headers = { authorization: `Bearer ${legacy}` }
  expect((await cairn.send({ path: '/auth/v1/user', headers })).status).toBe(200)
  expect((await cairn.send({ path: '/rest/v1/systems', headers })).status).toBe(200)
  await ada.client.auth.signOut({ scope: 'local' })
  expectAuthRefusal(await cairn.send({ path: '/auth/v1/user', headers }), 403, 'session_not_found')
  expectDataRefusal(await cairn.send({ path: '/rest/v1/systems', headers }), 401, 'PGRST303')
})
