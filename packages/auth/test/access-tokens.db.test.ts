import { createHmac } from 'node:crypto'
import { testDatabase } from '@cairn/testing/test-database'
import { base64url, decodeProtectedHeader, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AccessTokenClaims } from '../src/model/claims.ts'
import { createSealer } from '../src/tokens/sealing.ts'
import { openSite, PASSWORD, PUBLIC_URL, refusal, SECRET, type Site } from './support/fixture.ts'

let site: Site
let nowMs = Date.now()
const database = await testDatabase('auth')
let token: string
let claims: AccessTokenClaims
let kid: string

beforeAll(async () => {
  site = await openSite(database, { sendMail: false, clock: () => nowMs })
  await site.addUser('ada@example.org')
  token = await signedIn(site)
  claims = await site.auth.verifyAccessToken(token)
  kid = decodeProtectedHeader(token).kid ?? ''
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

async function signedIn(on: Site): Promise<string> {
  const { data } = await on.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  return data.session?.access_token ?? ''
}

function part(value: unknown): string {
  return base64url.encode(JSON.stringify(value))
}

const jwk = z.record(z.string(), z.unknown())

async function publishedKeys(): Promise<Record<string, unknown>[]> {
  const answer = await site.send('GET', '/.well-known/jwks.json')
  return z.object({ keys: z.array(jwk) }).parse(await answer.json()).keys
}

/** Known attacks on token verification. */
const FORGERIES: Record<string, () => Promise<string> | string> = {
  'no signature at all': () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
  'alg none with the key id': () => `${part({ alg: 'none', kid })}.${part(claims)}.`,
  'HS256 with the public key as secret': async () => {
    const [jwk] = await publishedKeys()
    const key = await importJWK(
      { kty: 'EC', crv: 'P-256', x: String(jwk?.['x']), y: String(jwk?.['y']) },
      'ES256',
      { extractable: true },
    )
    if (key instanceof Uint8Array) throw new Error('Not a public key.')
    const body = `${part({ alg: 'HS256', kid })}.${part(claims)}`
    return `${body}.${createHmac('sha256', await exportSPKI(key))
      .update(body)
      .digest('base64url')}`
  },
  'HS256 with the installation secret': () => {
    const body = `${part({ alg: 'HS256', kid })}.${part(claims)}`
    return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`
  },
  'a key of their own under our id': async () => foreign({ alg: 'ES256', kid }),
  'a key of their own under an unknown id': async () => foreign({ alg: 'ES256', kid: 'mine' }),
  'a key of their own without id': async () => foreign({ alg: 'ES256' }),
  'a key that the token brings along': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await crypto.subtle.exportKey('jwk', publicKey)
    const { kty = '', crv = '', x = '', y = '' } = jwk
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, jwk: { kty, crv, x, y } })
      .sign(privateKey)
  },
  'a key at an address of theirs': async () =>
    foreign({ alg: 'ES256', kid: 'mine', jku: 'https://evil.test/keys' }),
  'other claims under our signature': () => {
    const [header, , signature] = token.split('.')
    return `${header}.${part({ ...claims, sub: '00000000-0000-4000-8000-000000000000' })}.${signature}`
  },
  'half a token': () => token.split('.').slice(0, 2).join('.'),
  nothing: () => 'e30',
  'a megabyte': () => 'a'.repeat(1_000_000),
}

async function foreign(header: { alg: string; kid?: string; jku?: string }): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey)
}

/** Claims under our own key with which a token must not count. */
const WRONG_CLAIMS: Record<string, Record<string, unknown>> = {
  'another issuer': { iss: 'http://evil.test/auth/v1' },
  'another audience': { aud: 'admin' },
  'the role postgres': { role: 'postgres' },
  'the role service_role': { role: 'service_role' },
  'no role': { role: undefined },
  'no session': { session_id: undefined },
  'a session that is none': { session_id: 'x' },
  'no end': { exp: undefined },
  nobody: { sub: undefined },
}

/** Claims about time with which a token must not count. */
const WRONG_TIMES: Record<string, Record<string, unknown>> = {
  'a date in the future': { iat: Math.floor(Date.now() / 1_000) + 120 },
  'a beginning in the future': { nbf: Math.floor(Date.now() / 1_000) + 3_600 },
}

const WRONG: [what: string, refusal: string, change: Record<string, unknown>][] = [
  ...Object.entries(WRONG_CLAIMS).map(([what, change]): (typeof WRONG)[number] => [what, 'claims', change]),
  ...Object.entries(WRONG_TIMES).map(([what, change]): (typeof WRONG)[number] => [what, 'time', change]),
]

describe('an access token with', () => {
  test.each(Object.entries(FORGERIES))('%s is refused', async (_what, forge) => {
    const forged = await forge()
    await expect(site.auth.verifyAccessToken(forged)).rejects.toMatchObject({
      name: 'InvalidAccessToken',
      refusal: 'undecodable',
    })
    const response = await site.send('GET', '/user', { headers: { authorization: `Bearer ${forged}` } })
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  test.each(WRONG)('%s is refused, though we signed it', async (_what, refusal, change) => {
    const [row] = await site.sql`select private_jwk_sealed, id from auth.signing_keys`
    const opened = createSealer(SECRET, 'signing keys').open(row?.['private_jwk_sealed'], String(row?.['id']))
    const key = await importJWK(jwk.parse(JSON.parse(opened)), 'ES256')
    const signed = (payload: Record<string, unknown>) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
    await expect(site.auth.verifyAccessToken(await signed({ ...claims, ...change }))).rejects.toMatchObject({
      name: 'InvalidAccessToken',
      refusal,
    })
    // The control: without the change the same signature is accepted.
    await expect(site.auth.verifyAccessToken(await signed({ ...claims }))).resolves.toMatchObject({
      sub: claims.sub,
    })
  })

  test('an expired time is refused after 30 s, whether it was seen before or not', async () => {
    const { exp } = claims
    try {
      nowMs = (exp + 29) * 1_000
      await expect(site.auth.verifyAccessToken(token)).resolves.toMatchObject({ sub: claims.sub })
      nowMs = (exp + 31) * 1_000
      await expect(site.auth.verifyAccessToken(token)).rejects.toMatchObject({
        refusal: 'time',
        message: 'JWT expired',
      })
      await expect(site.auth.verifyAccessToken(token)).rejects.toMatchObject({ message: 'JWT expired' })
    } finally {
      nowMs = Date.now()
    }
  })

  test('a session of another installation is refused', async () => {
    const otherDatabase = await testDatabase('auth')
    const other = await openSite(otherDatabase, { sendMail: false })
    await other.addUser('ada@example.org')
    await expect(site.auth.verifyAccessToken(await signedIn(other))).rejects.toMatchObject({
      message: 'No suitable key or wrong key type',
    })
    await other.close()
    await otherDatabase.drop()
  })
})

test('the key set shows no more than the public part', async () => {
  const response = await site.send('GET', '/.well-known/jwks.json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  expect((await publishedKeys()).map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
  ])
})

test('the private key is not readable in the database', async () => {
  const [row] =
    await site.sql`select s::text as text, encode(private_jwk_sealed, 'escape') as sealed from auth.signing_keys s`
  expect(`${row?.['text']}${row?.['sealed']}`).not.toContain('"d"')
})

describe('keys in the database', () => {
  test('are made once by servers that start together', async () => {
    const shared = await testDatabase('auth')
    const sites = await Promise.all(Array.from({ length: 4 }, () => openSite(shared, { sendMail: false })))
    const [one, two] = sites
    if (one === undefined || two === undefined) throw new Error('There are four.')
    expect(await one.sql`select from auth.signing_keys`).toHaveLength(1)
    await one.addUser('ada@example.org')
    await expect(two.auth.verifyAccessToken(await signedIn(one))).resolves.toMatchObject({
      email: 'ada@example.org',
    })
    for (const each of sites) await each.close()
    await shared.drop()
  })

  test('can be rotated: other servers learn of a new one when they meet it, and a withdrawn one ends its tokens', async () => {
    const shared = await testDatabase('auth')
    let laterMs = Date.now()
    const old = await openSite(shared, { sendMail: false, clock: () => laterMs })
    await old.addUser('ada@example.org')
    const oldToken = await signedIn(old)
    await old.auth.verifyAccessToken(oldToken)
    await old.sql`update auth.signing_keys set status = 'retired'`
    const fresh = await openSite(shared, { sendMail: false })
    const newToken = await signedIn(fresh)
    await expect(fresh.auth.verifyAccessToken(oldToken)).resolves.toMatchObject({ email: 'ada@example.org' })

    // The lookup does not happen at once: invented key IDs must not make us read the database each time.
    await expect(old.auth.verifyAccessToken(newToken)).rejects.toMatchObject({
      message: 'No suitable key or wrong key type',
    })
    await old.sql`delete from auth.signing_keys where status = 'retired'`
    laterMs += 6_000
    await expect(old.auth.verifyAccessToken(newToken)).resolves.toMatchObject({ email: 'ada@example.org' })
    await expect(old.auth.verifyAccessToken(oldToken)).rejects.toMatchObject({
      message: 'No suitable key or wrong key type',
    })
    await old.close()
    await fresh.close()
    await shared.drop()
  })

  test('do not open with another secret, and the start says so', async () => {
    await expect(openSite(database, { secret: new Uint8Array(32).fill(1) })).rejects.toThrow(/secret/)
  })
})

test('the issuer is the public address', () => {
  expect(claims.iss).toBe(`${PUBLIC_URL}/auth/v1`)
})
