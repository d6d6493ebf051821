import { arrangePerson } from '@cairn/testing/people'
import { casesToTry } from '@cairn/testing/tier'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { contentsOf } from './support/contents.ts'
import type { Message } from './support/raw-http.ts'
import { expectNoInternals } from './support/refusal.ts'

let cairn: Cairn
/** May do everything in an account of her own, so that what she sends gets as far as possible. */
let eve: SignedIn
let evesAccount: string
let before: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  // Addresses that she makes up shall count as hers: limits would end the test early.
  cairn = await openCairn({ CAIRN_TRUSTED_PROXIES: '127.0.0.1' })
  const { database } = cairn
  await arrangePerson(database, { email: 'ada@acme.example', name: 'Ada' })
  await database`
    insert into public.systems (account_id, name, created_by)
    select account_id, 'Neighbour', user_id from public.account_members`
  eve = await cairn.signedIn(await arrangePerson(database, { email: 'eve@evil.example', name: 'Eve' }))
  const [account] =
    await database`select account_id from public.account_members where user_id = ${eve.userId}`
  evesAccount = String(account?.['account_id'])
  before = await contentsOf(database, { without: evesAccount })
})

afterAll(() => cairn.close())

/** The same requests in every run. */
const SEED = 20_261_121
const RUNS = casesToTry('FUZZ_RUNS', { once: 40, repeated: 125 })
const AT_ONCE = 8

/** Pieces that a grammar trips over, mixed with anything at all. */
const PIECES = [
  ...'( ) , . : :: -> ->> ! * " \\ { } [ \' ; -- /* % é 🜁 {"a": __proto__'.split(' '),
  ...'not. eq. in.( is.null fts(english). like. match. cs. any and( or( inner'.split(' '),
  ...'id name details account_id owner_id profiles system_experts accounts count() text'.split(' '),
  ...'0 -1 1e9 99999999999999999999 null'.split(' '),
  ...['\u0000', '\n', '\u202e', ' '],
]
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join('').replace(/[\ud800-\udfff](?![\udc00-\udfff])/gu, ''))
const encoded = text.map(encodeURIComponent)

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: encoded },
  )
  return fc
    .array(fc.tuple(name, encoded), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))
}

const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  text,
  fc
    .dictionary(
      fc.constantFrom('name', 'status', 'details', 'owner_id', 'email', 'password', 'data', 'token'),
      fc.jsonValue(),
    )
    .map((row) => JSON.stringify(row)),
)

const dataPath = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'systems',
      'profiles',
      'account_members',
      'system_experts',
      'rpc/get_my_profile',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'rpc/signup_domain_status',
      'rpc/get_public_profiles_by_ids',
      'login_attempts',
    ),
  },
  { weight: 1, arbitrary: encoded },
)
const dataQuery = queryOf([
  'select',
  'order',
  'or',
  'and',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'name',
  'id',
  'details->>a',
])
const authPath = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'signup',
      'token?grant_type=password',
      'token?grant_type=pkce',
      'verify',
      'resend',
      'user',
      'logout',
    ),
  },
  { weight: 1, arbitrary: encoded },
)
const authQuery = queryOf(['token', 'type', 'redirect_to', 'grant_type', 'scope'])

/** Sends many at a time: the wall clock is what a run costs. */
async function sendAll(messages: readonly Message[]): Promise<void> {
  const waiting = [...messages]
  const work = async () => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift())
      await expectSane(message)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function expectSane(message: Message): Promise<void> {
  const headers = { authorization: `Bearer ${eve.token}`, ...message.headers }
  const answer = await cairn.send({ ...message, headers })
  expect(answer.status, `${JSON.stringify(message)} → ${answer.text}`).toBeLessThan(500)
  expect(answer.json, `${JSON.stringify(message)} → ${answer.text}`).not.toMatchObject({ code: '42601' })
  expectNoInternals(answer)
}

const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { seed: SEED, numRuns: RUNS })

describe('whatever a caller sends is answered, and never as the server’s own fault', () => {
  it('in addresses of the data API', async () => {
    const messages = fc.tuple(dataPath, dataQuery, fc.constantFrom('GET', 'HEAD', 'DELETE', 'OPTIONS'))
    await sendAll(
      sample(messages).map(([path, query, method]) => ({ method, path: `/rest/v1/${path}?${query}` })),
    )
  })

  it('in bodies for the data API', async () => {
    const messages = fc.tuple(dataPath, dataQuery, fc.constantFrom('POST', 'PATCH'), body)
    await sendAll(
      sample(messages).map(([path, query, method, sent]) => ({
        method,
        path: `/rest/v1/${path}?${query}`,
        body: sent,
        headers: { prefer: 'return=representation, resolution=merge-duplicates' },
      })),
    )
  })

  it('in addresses of Supabase Auth', async () => {
    const messages = fc.tuple(authPath, authQuery, fc.constantFrom('GET', 'PUT', 'DELETE'))
    await sendAll(
      sample(messages).map(([path, query, method]) => ({
        method,
        path: `/auth/v1/${path}${path.includes('?') ? '&' : '?'}${query}`,
        // None of these may end the session that the rest of the test uses.
        headers: { authorization: 'Bearer none' },
      })),
    )
  })

  it('in bodies for Supabase Auth', async () => {
    const messages = fc.tuple(authPath, body, fc.integer({ min: 1, max: 254 }))
    await sendAll(
      sample(messages).map(([path, sent, host]) => ({
        method: 'POST',
        path: `/auth/v1/${path}`,
        body: sent,
        headers: { authorization: 'Bearer none', 'x-forwarded-for': `192.0.2.${host}` },
      })),
    )
  })

  it('and afterwards the data of all others is as it was', async () => {
    expect(await contentsOf(cairn.database, { without: evesAccount })).toEqual(before)
  })
})
