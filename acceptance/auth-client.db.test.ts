import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn } from './support/cairn.ts'
import { NoRealtime } from './support/no-realtime.ts'
import { foreignKey, open, signedBy, tampered } from './support/tokens.ts'

const SERVICE_KEY = `sb_secret_${'a'.repeat(40)}`
const EMAIL = 'ada@acme.test'

let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn({ CAIRN_SERVICE_KEY: SERVICE_KEY })
  await arrangePerson(cairn.database, { email: EMAIL, name: 'Ada Example' })
})

afterAll(() => cairn.close())

/** The official client with a record of what it asks for. */
function recorded(answer: typeof fetch = fetch): { client: SupabaseClient; asked: string[] } {
  const asked: string[] = []
  const client = createClient(cairn.server.url, cairn.server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: NoRealtime },
    global: {
      fetch: (input, init) => {
        asked.push(`${init?.method ?? 'GET'} ${String(input).replace(cairn.server.url, '')}`)
        return answer(input, init)
      },
    },
  })
  return { client, asked }
}

async function signedIn() {
  const visit = recorded()
  const { error } = await visit.client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(error).toBeNull()
  return visit
}

it('[CLIENT-03] knows where each service is from the one address', () => {
  const { client } = recorded()
  const { url } = cairn.server
  expect({
    realtime: client['realtimeUrl'].href,
    storage: client['storageUrl'].href,
    functions: client['functionsUrl'].href,
    auth: client['authUrl'].href,
    rest: client['rest'].url,
  }).toEqual({
    realtime: `${url.replace('http', 'ws')}/realtime/v1`,
    storage: `${url}/storage/v1`,
    functions: `${url}/functions/v1`,
    auth: `${url}/auth/v1`,
    rest: `${url}/rest/v1`,
  })
})

it('[CALL-01, 02] reaches tables, procedures, server functions and accounts with the public key, and without it nothing', async () => {
  const { client, asked } = await signedIn()
  expect((await client.from('systems').select('id')).error).toBeNull()
  expect((await client.rpc('get_my_profile')).error).toBeNull()
  const { data } = await client.functions.invoke('validate-invitation', { body: { token: 'none' } })
  expect(data).not.toBeUndefined()
  expect((await client.auth.getUser()).error).toBeNull()
  for (const path of [
    '/rest/v1/systems?select=id',
    '/rest/v1/rpc/get_my_profile',
    '/functions/v1/validate-invitation',
  ]) {
    expect(asked.map((entry) => entry.split(' ')[1])).toContain(path)
  }
  for (const path of ['/rest/v1/systems', '/auth/v1/settings']) {
    expect((await fetch(cairn.server.url + path)).status).toBe(401)
    expect(
      (await fetch(cairn.server.url + path, { headers: { apikey: 'sb_publishable_other' } })).status,
    ).toBe(401)
  }
})

it('[CALL-82, 83, 88] reads and changes the signed-in person under the base of the accounts, the password too', async () => {
  const email = 'grace@acme.test'
  await arrangePerson(cairn.database, { email, name: 'Grace Example' })
  const { client, asked } = recorded()
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const changed = await client.auth.updateUser({ password: 'Another-Horse-10!' })
  expect(changed.error).toBeNull()
  expect(
    (await recorded().client.auth.signInWithPassword({ email, password: PASSWORD })).error,
  ).not.toBeNull()
  expect(asked).toEqual(['POST /auth/v1/token?grant_type=password', 'GET /auth/v1/user', 'PUT /auth/v1/user'])
})

it('sends no token compressed: the length would tell of what it stands beside', async () => {
  const { url, publishableKey } = cairn.server
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect((await answer.text()).length).toBeGreaterThan(1_024)
})

it('[CLIENT-21] informs a page of what happens to its session', async () => {
  const { client } = recorded()
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  await client.auth.getSession()
  await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  await client.auth.refreshSession()
  await client.auth.updateUser({ data: { nickname: 'Ada' } })
  await client.auth.signOut({ scope: 'local' })

  const operator = createClient(cairn.server.url, SERVICE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  })
  const { data } = await operator.auth.admin.generateLink({ type: 'recovery', email: EMAIL })
  const token_hash = data.properties?.hashed_token ?? ''
  expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'SIGNED_OUT',
    'PASSWORD_RECOVERY',
  ])
})

describe('asks the server for nothing that lacks what it needs', () => {
  // As a page without types could call it.
  const nothing = (method: 'signUp' | 'signInWithPassword' | 'signInWithOtp' | 'resend') => {
    const { client, asked } = recorded()
    return Promise.resolve(Reflect.apply(client.auth[method], client.auth, [{ password: PASSWORD }])).then(
      (answer: unknown) => ({ answer, asked }),
    )
  }

  it.each([
    ['signUp', '[CLIENT-26]', 'You must provide either an email or phone number and a password'],
    ['signInWithPassword', '[CLIENT-26]', 'You must provide either an email or phone number and a password'],
    ['signInWithOtp', '[CLIENT-27]', 'You must provide either an email or phone number.'],
    ['resend', '[CLIENT-28]', 'You must provide either an email or phone number and a type'],
  ] as const)('%s %s', async (method, _row, message) => {
    const { answer, asked } = await nothing(method)
    expect(answer).toMatchObject({ error: { message } })
    expect(asked).toEqual([])
  })
})

describe('looks at access tokens by itself', () => {
  const jwks = z.object({
    keys: z.array(z.object({ kid: z.string(), kty: z.literal('EC'), alg: z.literal('ES256') })),
  })

  it('[CALL-95] with the published key set, and asks no other server', async () => {
    const { client, asked } = await signedIn()
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.claims.email).toBe(EMAIL)
    expect(asked.slice(1)).toEqual(['GET /auth/v1/.well-known/jwks.json'])
    const { json } = await cairn.send({ path: '/auth/v1/.well-known/jwks.json' })
    expect(jwks.parse(json).keys.map(({ kid }) => kid)).toContain(data?.header.kid)
  })

  it('[OPEN-17] with keys that it requests again after ten minutes, and not before', async () => {
    const { client, asked } = await signedIn()
    await client.auth.getClaims()
    const began = Date.now()
    const clock = vi.spyOn(Date, 'now')
    const asksAfter = async (ms: number) => {
      clock.mockReturnValue(began + ms)
      const before = asked.length
      expect((await client.auth.getClaims()).error).toBeNull()
      return asked.slice(before)
    }
    expect(await asksAfter(9 * 60_000)).toEqual([])
    expect(await asksAfter(11 * 60_000)).toEqual(['GET /auth/v1/.well-known/jwks.json'])
    clock.mockRestore()
  })

  it('[CLIENT-41] a changed token is refused for its signature', async () => {
    const { client } = await signedIn()
    const { data } = await client.auth.getSession()
    const forged = tampered(data.session?.access_token ?? '', { email: 'root@acme.test' })
    expect((await client.auth.getClaims(forged)).error?.message).toBe('Invalid JWT signature')
  })

  // The client no longer words these itself: where it finds no key it asks the server, which refuses.
  it('[CLIENT-42, 43] a token whose key is not in the set, or an empty set, is left to the server to refuse', async () => {
    const { client, asked } = await signedIn()
    const { data } = await client.auth.getSession()
    const genuine = open(data.session?.access_token ?? '')
    const strange = signedBy(foreignKey(), {
      ...genuine,
      header: { ...genuine.header, kid: '00000000-0000-4000-8000-000000000000' },
    })
    for (const keys of [undefined, []]) {
      const refused = await client.auth.getClaims(strange, keys === undefined ? {} : { jwks: { keys } })
      expect(refused.error?.message).toBe('invalid JWT: unable to parse or verify signature')
      expect(asked.at(-1)).toBe('GET /auth/v1/user')
    }
  })
})
