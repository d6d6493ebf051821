import { randomUUID } from 'node:crypto'
import type { Circumstances } from '@cairn/testing/software-key'
import type { GoTrueClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refusal } from './support/fixture.ts'
import { openPasskeySite } from './support/passkey-site.ts'

/** A key as second factor, in the protocol of the official client (`mfa.webauthn`). */
const { site, signIn, as, newKey, enrol } = await openPasskeySite()

const challenged = z.object({
  id: z.uuid(),
  type: z.literal('webauthn'),
  expires_at: z.int(),
  webauthn: z.object({
    type: z.enum(['create', 'request']),
    credential_options: z.object({
      publicKey: z.looseObject({
        challenge: z.string(),
        user: z.looseObject({ id: z.string() }).default({ id: '' }),
      }),
    }),
  }),
})

async function begin(browser: GoTrueClient, factorId: string) {
  const response = await as(browser, 'POST', `/factors/${factorId}/challenge`, { factorId })
  expect(response.status).toBe(200)
  const { id, webauthn } = challenged.parse(await response.json())
  return { id, type: webauthn.type, options: webauthn.credential_options.publicKey }
}

const show = (browser: GoTrueClient, factorId: string, id: string, type: string, credential: unknown) =>
  as(browser, 'POST', `/factors/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type, rpId: 'cairn.test', rpOrigins: ['http://cairn.test'], credential_response: credential },
  })

async function lastUse(factorId: string) {
  const [row] = await site.sql<{ updated_at: Date }[]>`
    select updated_at from auth.mfa_factors where id = ${factorId}`
  return row?.updated_at
}

const sessionAnswer = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Enrols a key, which signs in the caller at aal2. */
async function enrolKey(browser: GoTrueClient) {
  const { data, error } = await browser.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  if (error !== null) throw error
  const key = newKey()
  const { id, type, options } = await begin(browser, data.id)
  expect(type).toBe('create')
  const response = await show(browser, data.id, id, 'create', key.create(options))
  expect(response.status).toBe(200)
  const session = sessionAnswer.parse(await response.json())
  await browser.setSession(session)
  return { factorId: data.id, key, session }
}

describe('a key as second factor', () => {
  test('is enrolled by making it, and sign-in asks it to sign', async () => {
    const owner = await signIn()
    const { factorId, key, session } = await enrolKey(owner)
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal2' })
    expect((await owner.mfa.listFactors()).data?.webauthn).toMatchObject([
      { id: factorId, status: 'verified' },
    ])
    // The factor is no passkey: alone it opens nothing.
    expect((await owner.passkey.list()).data).toEqual([])

    const next = await signIn()
    expect((await refusal(await as(next, 'GET', '/user/sessions'))).code).toBe('insufficient_aal')
    const { id, type, options } = await begin(next, factorId)
    expect(type).toBe('request')
    expect(options).toMatchObject({ allowCredentials: [{ id: key.id }], userVerification: 'required' })
    const shown = sessionAnswer.parse(
      await (await show(next, factorId, id, 'request', key.get(options))).json(),
    )
    expect(decodeJwt(shown.access_token)).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]),
    })
  })

  test('does not sign in by itself', async () => {
    const { key } = await enrolKey(await signIn())
    const begun = await site.send('POST', '/passkeys/authentication/options', { body: {} })
    const { challenge_id, options } = z
      .object({ challenge_id: z.string(), options: z.looseObject({ challenge: z.string() }) })
      .parse(await begun.json())
    const body = { challenge_id, credential: key.get(options) }
    const answer = await site.send('POST', '/passkeys/authentication/verify', { body })
    expect((await refusal(answer)).code).toBe('webauthn_verification_failed')
  })

  test('answers a challenge once, and not with the key of another factor', async () => {
    const owner = await signIn()
    const { factorId, key } = await enrolKey(owner)
    const half = await signIn()
    const first = await begin(half, factorId)
    const foreign = await show(half, factorId, first.id, 'request', newKey().get(first.options))
    expect((await refusal(foreign)).code).toBe('mfa_verification_failed')
    // The caller does not learn why; the log does.
    expect(site.events).toContainEqual(
      expect.objectContaining({ kind: 'factor-refused', cause: 'this is not the key of the factor' }),
    )
    const replayed = await show(half, factorId, first.id, 'request', key.get(first.options))
    expect((await refusal(replayed)).status).toBe(422)
    const second = await begin(half, factorId)
    const unverified = await show(
      half,
      factorId,
      second.id,
      'request',
      key.get(second.options, { userVerified: false }),
    )
    expect((await refusal(unverified)).code).toBe('mfa_verification_failed')
    const third = await begin(half, factorId)
    const made = await show(half, factorId, third.id, 'create', newKey().create(third.options))
    expect((await refusal(made)).code).toBe('validation_failed')
    const right = await show(half, factorId, third.id, 'request', key.get(third.options))
    expect(right.status).toBe(200)
  })

  test.each<[string, Circumstances]>([
    ['on a page of another origin', { origin: 'https://cairn.test.evil.example' }],
    ['on another port of the host', { origin: 'http://cairn.test:8080' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['in a frame of another page', { crossOrigin: true }],
    ['as an answer to a registration', { type: 'webauthn.create' }],
    ['with the handle of another user', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
  ])('takes no signature made %s', async (_how, circumstances) => {
    const { factorId, key } = await enrolKey(await signIn())
    const half = await signIn()
    const { id, options } = await begin(half, factorId)
    const shown = await show(half, factorId, id, 'request', key.get(options, circumstances))
    expect((await refusal(shown)).code).toBe('mfa_verification_failed')
    expect((await refusal(await as(half, 'GET', '/user/sessions'))).code).toBe('insufficient_aal')
  })

  test('takes no signature whose count of uses does not rise', async () => {
    const { factorId, key } = await enrolKey(await signIn())
    const showWithCount = async (signCount: number) => {
      const half = await signIn()
      const { id, options } = await begin(half, factorId)
      return show(half, factorId, id, 'request', key.get(options, { signCount }))
    }
    expect((await showWithCount(7)).status).toBe(200)
    expect((await refusal(await showWithCount(7))).code).toBe('mfa_verification_failed')
    expect((await refusal(await showWithCount(6))).code).toBe('mfa_verification_failed')
    expect((await showWithCount(8)).status).toBe(200)
  })

  test("takes no signature for the challenge of another session's user", async () => {
    await site.addUser('eve@example.org')
    const { factorId, key } = await enrolKey(await signIn())
    const eve = await enrolKey(await signIn('eve@example.org'))
    const half = await signIn()
    const attacker = await signIn('eve@example.org')
    const { id, options } = await begin(half, factorId)
    const signed = key.get(options)
    expect((await show(attacker, factorId, id, 'request', signed)).status).toBe(404)
    expect((await show(attacker, eve.factorId, id, 'request', signed)).status).toBe(422)
    // For its owner the challenge is still valid.
    expect((await show(half, factorId, id, 'request', signed)).status).toBe(200)
  })

  test.each<[string, Circumstances]>([
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['as an answer to a sign-in', { type: 'webauthn.get' }],
  ])('adds no key made %s', async (_how, circumstances) => {
    const owner = await signIn()
    const { data, error } = await owner.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    if (error !== null) throw error
    const { id, options } = await begin(owner, data.id)
    const made = await show(owner, data.id, id, 'create', newKey().create(options, circumstances))
    expect((await refusal(made)).code).toBe('mfa_verification_failed')
    expect((await site.sql`select from auth.webauthn_credentials`).count).toBe(0)
  })

  test('is replaced by a recovery code, and removed like any other', async () => {
    const owner = await signIn()
    await enrol(owner)
    const { factorId } = await enrolKey(owner)
    const codes = z
      .object({ codes: z.array(z.string()) })
      .parse(await (await as(owner, 'POST', '/factors/recovery-codes')).json())
    const half = await signIn()
    const { id } = await begin(half, factorId)
    const before = await lastUse(factorId)
    const recovered = await as(half, 'POST', `/factors/${factorId}/verify`, {
      challenge_id: id,
      code: codes.codes[0],
    })
    expect(recovered.status).toBe(200)
    // A recovery code does not count as a use of the key.
    expect(await lastUse(factorId)).toEqual(before)
    expect((await owner.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await site.sql`select from auth.webauthn_credentials`).count).toBe(0)
  })
})
