import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'
import {
  arrangeSigningKey,
  foreignKey,
  hashedWith,
  open,
  signedBy,
  type TokenParts,
  tampered,
  unsigned,
} from './support/tokens.ts'

let cairn: Cairn
let ada: SignedIn
let genuine: TokenParts
let ours: { kid: string; key: KeyObject }

beforeAll(async () => {
  cairn = await openCairn()
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  ada = await cairn.signedIn(person)
  genuine = open(ada.token)
  ours = await arrangeSigningKey(cairn.database)
})

afterAll(() => cairn.close())

/** Signs claims as the installation itself would. */
function issued(claims: Record<string, unknown> = {}): string {
  return signedBy(ours.key, {
    header: { ...genuine.header, kid: ours.kid },
    claims: { ...genuine.claims, ...claims },
  })
}

const jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

/** The public key, in the form in which a careless library would take it for a secret. */
async function publicPem(): Promise<string> {
  const { json } = await cairn.send({ path: '/auth/v1/.well-known/jwks.json' })
  const key = jwks.parse(json).keys.find(({ kid }) => kid === genuine.header['kid'])
  if (key === undefined) throw new Error('The key that signs is not published.')
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}

async function expectRefused(token: string, code: 'PGRST301' | 'PGRST303'): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  expectDataRefusal(await cairn.send({ path: '/rest/v1/systems', headers }), 401, code)
  expectAuthRefusal(await cairn.send({ path: '/auth/v1/user', headers }), 403, 'bad_jwt')
}

const now = () => Math.floor(Date.now() / 1_000)

describe('a token is refused that', () => {
  const forgeries: [what: string, forge: () => string | Promise<string>][] = [
    ['is none', () => 'e30'],
    ['has no signature (alg none)', () => unsigned({ ...genuine, header: { alg: 'none', typ: 'JWT' } })],
    [
      'has no signature and our key’s name',
      () => unsigned({ ...genuine, header: { ...genuine.header, alg: 'none' } }),
    ],
    [
      'is hashed with the public key (HS256)',
      async () => hashedWith(await publicPem(), { ...genuine, header: { ...genuine.header, alg: 'HS256' } }),
    ],
    [
      'is hashed with the publishable key',
      () => hashedWith(cairn.server.publishableKey, { ...genuine, header: { alg: 'HS256' } }),
    ],
    ['another key signed in our key’s name', () => signedBy(foreignKey(), genuine)],
    [
      'another installation signed',
      () => signedBy(foreignKey(), { ...genuine, header: { ...genuine.header, kid: randomUUID() } }),
    ],
    [
      'brings its key along (jwk)',
      () => {
        const key = foreignKey()
        const jwk = createPublicKey(key).export({ format: 'jwk' })
        return signedBy(key, { ...genuine, header: { ...genuine.header, jwk } })
      },
    ],
    [
      'says where its key is (jku)',
      () =>
        signedBy(foreignKey(), {
          ...genuine,
          header: { alg: 'ES256', kid: 'mine', jku: 'https://evil.test/keys' },
        }),
    ],
    ['says something else than was signed', () => tampered(ada.token, { sub: randomUUID() })],
  ]
  it.each(forgeries)('%s', async (_what, forge) => {
    await expectRefused(await forge(), 'PGRST301')
  })
})

describe('a token of our own', () => {
  // The control comes first: the following tokens are refused for their claims, not for their signer.
  it('is accepted where it equals the genuine one', async () => {
    await vi.waitFor(
      async () => {
        const headers = { authorization: `Bearer ${issued()}` }
        expect((await cairn.send({ path: '/auth/v1/user', headers })).status).toBe(200)
      },
      { ...PATIENTLY, interval: 500 },
    )
  })

  it.each<[what: string, claims: () => Record<string, unknown>]>([
    ['has expired', () => ({ iat: now() - 3_700, exp: now() - 100 })],
    ['does not say when it ends', () => ({ exp: undefined })],
    ['begins later', () => ({ nbf: now() + 600 })],
    ['is meant for another audience', () => ({ aud: 'admin' })],
    ['was issued by another address', () => ({ iss: 'http://evil.test/auth/v1' })],
    ['names no user', () => ({ sub: undefined })],
    ['names something else than a person', () => ({ sub: 'x' })],
    ['names no session', () => ({ session_id: undefined })],
    ['claims the role of the database’s superuser', () => ({ role: 'postgres' })],
    ['claims the role of the server', () => ({ role: 'service_role' })],
  ])('is refused where it %s', async (_what, claims) => {
    await expectRefused(issued(claims()), 'PGRST303')
  })

  it('is refused where it names a session that does not exist', async () => {
    const headers = { authorization: `Bearer ${issued({ session_id: randomUUID() })}` }
    expectDataRefusal(await cairn.send({ path: '/rest/v1/systems', headers }), 401, 'PGRST303')
    expectAuthRefusal(await cairn.send({ path: '/auth/v1/user', headers }), 403, 'session_not_found')
  })

  it.each<[message: string, claims: () => Record<string, unknown>]>([
    ['JWT expired', () => ({ iat: now() - 3_700, exp: now() - 100 })],
    ['JWT not yet valid', () => ({ nbf: now() + 600 })],
    ['JWT issued at future', () => ({ iat: now() + 600 })],
    ['JWT not in audience', () => ({ aud: 'admin' })],
    ["The JWT 'exp' claim must be a number", () => ({ exp: 'soon' })],
    ['Parsing claims failed', () => ({ session_id: undefined })],
  ])('is refused with its reason: %s', async (message, claims) => {
    const headers = { authorization: `Bearer ${issued(claims())}` }
    const answer = await cairn.send({ path: '/rest/v1/systems', headers })
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'PGRST303', message, details: null, hint: null },
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
        'proxy-status': 'PostgREST; error=PGRST303',
      },
    })
  })
})

it.each([
  ['Bearer ', 'Empty JWT is sent in Authorization header'],
  ['Bearer e30', 'Expected 3 parts in JWT; got 1'],
  ['Bearer e30.e30', 'Expected 3 parts in JWT; got 2'],
  ['Bearer a.b.c', "JWT couldn't be decoded"],
])('an authorization header “%s” is refused: %s', async (authorization, message) => {
  const answer = await cairn.send({ path: '/rest/v1/systems', headers: { authorization } })
  expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST301', message } })
})

it.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'token'])(
  'an authorization header “%s” is refused',
  async (authorization) => {
    const answer = await cairn.send({ path: '/rest/v1/systems', headers: { authorization } })
    expectDataRefusal(answer, 401, 'PGRST301')
  },
)
