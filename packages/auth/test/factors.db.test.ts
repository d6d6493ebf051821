import { codeOfApp } from '@cairn/testing/authenticator'
import { describe, expect, test } from 'vitest'
import { openFactorSite } from './support/factor-site.ts'
import { refusal } from './support/fixture.ts'
import { untilAnswered } from './support/until-answered.ts'

const { site, signIn, enrol, letCodesBeFresh, as } = await openFactorSite()

const wrong = (code: string) => (code === '123456' ? '654321' : '123456')

describe('[CALL-91] [CALL-92] [CALL-93] an authenticator app', () => {
  test('[GAP-29] [CLIENT-22] [CLIENT-23] [CLIENT-24] [CLIENT-25] is enrolled, and sign-in asks for it', async () => {
    const browser = await signIn()
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Cairn' })
    expect(data?.totp.uri).toMatch(
      /^otpauth:\/\/totp\/Cairn:ada%40example\.org\?issuer=Cairn&secret=[A-Z2-7]{32}/,
    )
    expect((await browser.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const code = codeOfApp(data?.totp.secret ?? '')
    await browser.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect((await browser.mfa.listFactors()).data?.totp).toMatchObject([
      { id: data?.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ])

    const next = await signIn()
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    await letCodesBeFresh()
    await next.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOfApp(data?.totp.secret ?? '') })
    const level = await next.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data?.currentLevel).toBe('aal2')
    expect(
      level.data?.currentAuthenticationMethods.map((amr) => (typeof amr === 'string' ? amr : amr.method)),
    ).toEqual(expect.arrayContaining(['totp', 'password']))
    await next.refreshSession()
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('comes with a picture that a page can show as the client hands it over', async () => {
    const { data } = await (await signIn()).mfa.enroll({ factorType: 'totp' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(data?.totp.qr_code).not.toContain('#')
  })

  test('a code works once, in whatever session', async () => {
    const browser = await signIn()
    const { id, secret } = await enrol(browser)
    const again = await browser.mfa.challengeAndVerify({ factorId: id, code: codeOfApp(secret) })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const other = await signIn()
    const there = await other.mfa.challengeAndVerify({ factorId: id, code: codeOfApp(secret) })
    expect(there.error?.code).toBe('mfa_verification_failed')
  })

  test('a code works once, also ten times at the same moment', async () => {
    const browser = await signIn()
    const { id, secret } = await enrol(browser)
    await letCodesBeFresh()
    await site.sql`delete from auth.rate_limits`
    const { data } = await browser.mfa.challenge({ factorId: id })
    const body = { challenge_id: data?.id, code: codeOfApp(secret) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as(browser, 'POST', `/factors/${id}/verify`, body)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is guessed five times in 15 minutes, whatever the challenge and the session', async () => {
    const { id, secret } = await enrol(await signIn())
    await letCodesBeFresh()
    for (let guess = 0; guess < 5; guess += 1) {
      const thief = await signIn()
      const { error } = await thief.mfa.challengeAndVerify({ factorId: id, code: wrong(codeOfApp(secret)) })
      expect(error?.code).toBe('mfa_verification_failed')
    }
    const { error } = await (await signIn()).mfa.challengeAndVerify({ factorId: id, code: codeOfApp(secret) })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  test('challenges expire, and belong to one factor', async () => {
    const browser = await signIn()
    const { id, secret } = await enrol(browser)
    await letCodesBeFresh()
    const { data: challenge } = await browser.mfa.challenge({ factorId: id })
    await site.sql`update auth.mfa_challenges set created_at = created_at - interval '5 minutes 1 second'`
    const verify = (challengeId: string) =>
      browser.mfa.verify({ factorId: id, challengeId, code: codeOfApp(secret) })
    expect((await verify(challenge?.id ?? '')).error?.code).toBe('mfa_challenge_expired')
    const { data: other } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Other' })
    const { data: foreign } = await browser.mfa.challenge({ factorId: other?.id ?? '' })
    expect((await verify(foreign?.id ?? '')).error?.code).toBe('mfa_factor_not_found')
  })

  test('its secret is not in the database, nor in the log', async () => {
    const { secret } = await enrol(await signIn())
    const rows =
      await site.sql`select f::text as text, encode(secret_sealed, 'escape') as sealed from auth.mfa_factors f`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(site.events)).not.toContain(secret)
  })
})

describe('the first code of a new factor', () => {
  test('ends the other sessions, which have shown none', async () => {
    const other = await signIn()
    await enrol(await signIn())
    expect((await other.getUser()).error).not.toBeNull()
  })

  test('forgets what else was begun', async () => {
    const browser = await signIn()
    await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Abandoned' })
    const { id } = await enrol(browser)
    expect(await site.sql`select id from auth.mfa_factors`).toEqual([{ id }])
  })
})

describe('[CALL-94] removing a factor', () => {
  test('brings its sessions down to aal1, and takes the recovery codes away', async () => {
    const browser = await signIn()
    const { id } = await enrol(browser)
    await as(browser, 'POST', '/factors/recovery-codes')
    expect((await browser.mfa.unenroll({ factorId: id })).data).toEqual({ id })
    await browser.refreshSession()
    expect((await browser.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    expect(await site.sql`select from auth.mfa_recovery_codes`).toHaveLength(0)
  })

  test('is for one’s own only; another’s is not there', async () => {
    const { id, secret } = await enrol(await signIn())
    await site.addUser('eve@example.org')
    const eve = await signIn('eve@example.org')
    const notThere = { status: 404, code: 'mfa_factor_not_found' }
    for (const factorId of [id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      expect(await refusal(await as(eve, 'DELETE', `/factors/${factorId}`))).toMatchObject(notThere)
      expect(await refusal(await as(eve, 'POST', `/factors/${factorId}/challenge`))).toMatchObject(notThere)
      const body = { challenge_id: '00000000-0000-4000-8000-000000000000', code: codeOfApp(secret) }
      expect(await refusal(await as(eve, 'POST', `/factors/${factorId}/verify`, body))).toMatchObject(
        notThere,
      )
    }
    expect(await site.sql`select status from auth.mfa_factors`).toEqual([{ status: 'verified' }])
  })
})

describe('enrolling', () => {
  test('ten factors at the most, each with a different name', async () => {
    const browser = await signIn()
    await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Twin' })
    const twin = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Twin' })
    expect(twin.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    const enrolOne = () => as(browser, 'POST', '/factors', { factor_type: 'totp' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => untilAnswered(enrolOne)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    const eleventh = await as(browser, 'POST', '/factors', { factor_type: 'totp' })
    expect(await refusal(eleventh)).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'passkey' }, 400, 'validation_failed'],
    // Without passkeys in the settings there are no keys either.
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'phone', phone: '+4915112345678' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'totp', friendly_name: 'a\0b' }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'a'.repeat(101) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', issuer: 7 }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    expect(await refusal(await as(await signIn(), 'POST', '/factors', body))).toMatchObject({ status, code })
    expect(await site.sql`select from auth.mfa_factors`).toHaveLength(0)
  })

  test.each([
    ['POST', '/factors'],
    ['GET', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes'],
    ['DELETE', '/factors/00000000-0000-4000-8000-000000000000'],
    ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge'],
    ['POST', '/factors/00000000-0000-4000-8000-000000000000/verify'],
  ])('%s %s needs a session', async (method, path) => {
    expect(await refusal(await site.send(method, path))).toMatchObject({
      status: 401,
      code: 'no_authorization',
    })
  })
})
