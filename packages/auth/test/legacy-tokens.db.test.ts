import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSite, PASSWORD, PUBLIC_URL } from './support/fixture.ts'

const LEGACY = 'a shared secret of at least 32 characters'
const OTHER = 'another secret that is not configured here'

const { site } = await openTestSite({ smtpUrl: null, sendMail: false, legacyJwtSecret: LEGACY })
const { site: without } = await openTestSite({ smtpUrl: null, sendMail: false })

function hashed(claims: Record<string, unknown>, secret = LEGACY): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  return token.setExpirationTime('1h').sign(createSecretKey(secret, 'utf8'))
}

async function signedIn(at: typeof site) {
  await at.sql`delete from auth.users`
  await at.addUser('ada@example.org')
  const { data } = await at.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  return data.session?.access_token ?? ''
}

/** The claims that the earlier installation would have signed for the user of this token. */
async function legacyClaims(token: string): Promise<Record<string, unknown>> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return {
    ...z.record(z.string(), z.unknown()).parse(JSON.parse(claims)),
    iss: 'https://old.example.org/auth/v1',
  }
}

async function statusFor(at: typeof site, token: string): Promise<number> {
  return (await at.send('GET', '/user', { headers: { authorization: `Bearer ${token}` } })).status
}

describe('an access token of the configured shared secret', () => {
  test('is accepted from any issuer, as long as its session exists', async () => {
    const token = await hashed(await legacyClaims(await signedIn(site)))
    expect(await statusFor(site, token)).toBe(200)
    await site.sql`delete from auth.sessions`
    expect(await statusFor(site, token)).toBe(403)
  })

  test('is not where no such secret is configured, or it is another one', async () => {
    const other = await hashed(await legacyClaims(await signedIn(without)))
    expect(await statusFor(without, other)).toBe(403)
    const forged = await hashed(await legacyClaims(await signedIn(site)), OTHER)
    expect(await statusFor(site, forged)).toBe(403)
  })

  test.each<[what: string, change: Record<string, unknown>]>([
    ['for another audience', { aud: 'admin' }],
    ['without a session', { session_id: undefined }],
    ['for another role', { role: 'service_role' }],
  ])('is refused %s', async (_what, change) => {
    const claims = await legacyClaims(await signedIn(site))
    expect(await statusFor(site, await hashed({ ...claims, ...change }))).toBe(403)
  })

  test('the secret signs nothing new, and our own key verifies no such token', async () => {
    const ours = await signedIn(site)
    expect(JSON.parse(Buffer.from(ours.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'ES256',
    })
    const jwks = await (await fetchJwks()).text()
    const forged = await hashed(await legacyClaims(ours), jwks)
    expect(await statusFor(site, forged)).toBe(403)
    expect(jwks).not.toContain('oct')
  })

  test('a malformed token is refused as always', async () => {
    for (const token of ['nonsense', 'a.b.c', `${await hashed({})}x`]) {
      expect(await statusFor(site, token)).toBe(403)
    }
  })
})

function fetchJwks(): Promise<Response> {
  return site.auth.handle(new Request(`${PUBLIC_URL}/auth/v1/.well-known/jwks.json`), {
    clientAddress: '192.0.2.1',
    requestId: 'test-request',
    apiRole: 'anon',
  })
}

describe('an API key of the old style', () => {
  test.each(['anon', 'service_role'] as const)('gives the role %s', async (role) => {
    const key = await hashed({ role, iss: 'supabase', ref: 'project' })
    expect(await site.auth.roleOfLegacyKey(key)).toBe(role)
    expect(await without.auth.roleOfLegacyKey(key)).toBeNull()
  })

  test('is refused with another role, another secret, a user, or when it has expired', async () => {
    const past = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' })
    const keys = [
      await hashed({ role: 'postgres' }),
      await hashed({ role: 'service_role' }, OTHER),
      await hashed(await legacyClaims(await signedIn(site))),
      await past.setExpirationTime('-1h').sign(createSecretKey(LEGACY, 'utf8')),
      await signedIn(site),
      'sb_publishable_test',
      '',
    ]
    for (const key of keys) expect(await site.auth.roleOfLegacyKey(key)).toBeNull()
  })
})
