import { codeOfApp } from '@cairn/testing/authenticator'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PASSWORD, refusal } from './support/fixture.ts'
import { openPasskeySite } from './support/passkey-site.ts'

const {
  site,
  signIn,
  enrol,
  as,
  newKey,
  beginRegistration,
  beginSignIn,
  answer,
  register,
  signInWith,
  letTimePass,
  letCodesBeFresh,
} = await openPasskeySite()

const EMAIL = 'ada@example.org'

async function claimsOf(browser: Awaited<ReturnType<typeof signIn>>) {
  const { data } = await browser.getSession()
  return decodeJwt(data.session?.access_token ?? '')
}

describe('a passkey', () => {
  test('is added in a session, and signs in without address or password', async () => {
    const owner = await signIn()
    const begun = await beginRegistration(owner)
    expect(begun.options).toMatchObject({
      rp: { id: 'cairn.test', name: 'Cairn' },
      user: { name: EMAIL, displayName: EMAIL },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const key = newKey()
    const added = await owner.passkey.verifyRegistration({
      challengeId: begun.challenge_id,
      credential: key.create(begun.options),
    })
    expect(added.error).toBeNull()
    expect(added.data).toMatchObject({ friendly_name: 'Passkey' })

    const asked = await beginSignIn()
    expect(asked.options).toMatchObject({
      rpId: 'cairn.test',
      userVerification: 'required',
      allowCredentials: [],
    })
    const browser = await signInWith(key)
    expect((await browser.getUser()).data.user?.email).toBe(EMAIL)
    expect(await claimsOf(browser)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect((await owner.passkey.list()).data).toMatchObject([
      { id: added.data?.id, friendly_name: 'Passkey', last_used_at: expect.any(String) },
    ])
    const log = await site.sql<{ action: string }[]>`
      select payload ->> 'action' as action from auth.audit_log_entries order by created_at desc limit 2`
    expect(log.map(({ action }) => action)).toEqual(['login', 'passkey_created'])
  })

  test('signs in with the address that was typed, and only with that', async () => {
    const { key } = await register(await signIn())
    const right = await beginSignIn({ email: 'ADA@example.org' })
    const wrong = await beginSignIn({ email: 'somebody@else.example' })
    // The responses for a known and an unknown address cannot be told apart.
    expect(Object.keys(right.options)).toEqual(Object.keys(wrong.options))
    const at = (begun: typeof right) =>
      site.send('POST', '/passkeys/authentication/verify', answer(begun.challenge_id, key.get(begun.options)))
    expect((await refusal(await at(wrong))).code).toBe('webauthn_verification_failed')
    expect((await at(right)).status).toBe(200)
  })

  test('is one of several, each with its name and last use, until its owner removes it', async () => {
    const owner = await signIn()
    const first = await register(owner)
    const second = await register(owner)
    expect((await owner.passkey.update({ passkeyId: first.id, friendlyName: 'Laptop' })).error).toBeNull()
    await signInWith(second.key)
    const listed = (await owner.passkey.list()).data
    expect(listed).toMatchObject([{ friendly_name: 'Laptop' }, { last_used_at: expect.any(String) }])
    expect(listed?.[0]).not.toHaveProperty('last_used_at')
    expect((await beginRegistration(owner)).options).toMatchObject({
      excludeCredentials: [{ id: first.key.id }, { id: second.key.id }],
    })

    expect((await owner.passkey.delete({ passkeyId: first.id })).error).toBeNull()
    expect((await owner.passkey.list()).data).toMatchObject([{ id: second.id }])
    await expect(signInWith(first.key)).rejects.toMatchObject({ code: 'webauthn_verification_failed' })
    await signInWith(second.key)
  })

  test('takes the sessions with it that began with it, when it is removed', async () => {
    const owner = await signIn()
    const { id, key } = await register(owner)
    const elsewhere = await signInWith(key)
    await owner.passkey.delete({ passkeyId: id })
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await owner.getUser()).error).toBeNull()
  })

  test('is listed and removed by the holder of the service key', async () => {
    const owner = await signIn()
    const { id, key } = await register(owner)
    const { data } = await owner.getUser()
    const path = `/admin/users/${data.user?.id}/passkeys`
    expect(await (await site.send('GET', path, { asAdmin: true })).json()).toMatchObject([{ id }])
    expect((await site.send('GET', path)).status).toBe(403)
    expect((await site.send('DELETE', `${path}/${id}`, { asAdmin: true })).status).toBe(204)
    await expect(signInWith(key)).rejects.toMatchObject({ code: 'webauthn_verification_failed' })
  })

  test('is refused beyond ten', async () => {
    const owner = await signIn()
    await register(owner)
    await site.sql`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, aal)
      select user_id, int4send(n), public_key, 'Passkey', aal
      from auth.webauthn_credentials, generate_series(1, 9) n`
    const response = await as(owner, 'POST', '/passkeys/registration/options', {})
    expect((await refusal(response)).code).toBe('too_many_passkeys')
  })
})

describe('adding a passkey', () => {
  const options = '/passkeys/registration/options'

  test('needs a sign-in within the last ten minutes, or the password', async () => {
    const owner = await signIn()
    await letTimePass()
    expect(await refusal(await as(owner, 'POST', options, {}))).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    const wrong = await as(owner, 'POST', options, { current_password: 'wrong' })
    expect((await refusal(wrong)).code).toBe('current_password_invalid')
    expect((await as(owner, 'POST', options, { current_password: PASSWORD })).status).toBe(200)
    for (let guess = 0; guess < 5; guess++) await as(owner, 'POST', options, { current_password: 'wrong' })
    expect((await as(owner, 'POST', options, { current_password: PASSWORD })).status).toBe(429)
  })

  test('is refused after only a second factor or a recovery code', async () => {
    const owner = await signIn()
    const { id, secret } = await enrol(owner)
    const made = await as(owner, 'POST', '/factors/recovery-codes')
    await letTimePass()
    await letCodesBeFresh()
    const { codes: printed } = z.object({ codes: z.array(z.string()) }).parse(await made.json())
    for (const code of [codeOfApp(secret), printed[0] ?? '']) {
      expect((await owner.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
      expect((await refusal(await as(owner, 'POST', options, {}))).code).toBe('reauthentication_needed')
    }
    expect((await as(owner, 'POST', options, { current_password: PASSWORD })).status).toBe(200)
  })

  test('is refused after a sign-in by link, unless the account has no password or was confirmed just now', async () => {
    const byLink = async (type: 'recovery' | 'magiclink') => {
      const { data } = await site.admin().generateLink({ type, email: EMAIL })
      const browser = site.browser()
      const token_hash = data.properties?.hashed_token ?? ''
      expect((await browser.verifyOtp({ type, token_hash })).error).toBeNull()
      return browser
    }
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day'`
    for (const type of ['recovery', 'magiclink'] as const) {
      const browser = await byLink(type)
      expect((await refusal(await as(browser, 'POST', options, {}))).code).toBe('reauthentication_needed')
      expect((await as(browser, 'POST', options, { current_password: PASSWORD })).status).toBe(200)
    }
    await site.sql`update auth.users set email_confirmed_at = now()`
    expect((await as(await byLink('magiclink'), 'POST', options, {})).status).toBe(200)
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day', encrypted_password = null`
    expect((await as(await byLink('magiclink'), 'POST', options, {})).status).toBe(200)
  })

  test('is refused after a sign-in by link and a change of address, which does not confirm the account again', async () => {
    const address = 'mover@example.org'
    const newEmail = 'mover@example.com'
    await site.addUser(address)
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day' where email = ${address}`
    const tokenOf = async (link: Parameters<ReturnType<typeof site.admin>['generateLink']>[0]) =>
      (await site.admin().generateLink(link)).data.properties?.hashed_token ?? ''
    const byLink = async (email: string) => {
      const browser = site.browser()
      const token_hash = await tokenOf({ type: 'magiclink', email })
      expect((await browser.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull()
      return browser
    }
    const reader = await byLink(address)
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const token_hash = await tokenOf({ type, email: address, newEmail })
      expect((await as(reader, 'POST', '/verify', { type: 'email_change', token_hash })).status).toBe(200)
    }
    const again = await byLink(newEmail)
    expect((await refusal(await as(again, 'POST', options, {}))).code).toBe('reauthentication_needed')
  })

  test('needs the second factor, where there is one', async () => {
    await enrol(await signIn())
    const half = await signIn()
    expect((await refusal(await as(half, 'POST', options, {}))).code).toBe('insufficient_aal')
    expect((await refusal(await as(half, 'GET', '/passkeys'))).code).toBe('insufficient_aal')
  })

  test('is refused without a session, and to users of an identity provider', async () => {
    expect((await site.send('POST', options)).status).toBe(401)
    const owner = await signIn()
    await site.sql`update auth.users set is_sso_user = true`
    expect((await as(owner, 'POST', options, {})).status).toBe(422)
  })
})

describe('a passkey opens what was proven when it was added', () => {
  test('added with the second factor it stands for both', async () => {
    const owner = await signIn()
    await enrol(owner)
    const { id, key } = await register(owner)
    const browser = await signInWith(key)
    expect((await claimsOf(browser))['aal']).toBe('aal2')
    // Its removal takes the level that it had proven from its session.
    await browser.passkey.delete({ passkeyId: id })
    await browser.refreshSession()
    expect((await claimsOf(browser))['aal']).toBe('aal1')
  })

  test('added before there was a second factor it does not get around it', async () => {
    const owner = await signIn()
    const { key } = await register(owner)
    await enrol(owner)
    const browser = await signInWith(key)
    expect((await claimsOf(browser))['aal']).toBe('aal1')
    expect((await refusal(await as(browser, 'GET', '/user/sessions'))).code).toBe('insufficient_aal')
  })

  test('added before anybody confirmed the address it is gone', async () => {
    const owner = await signIn()
    const { key } = await register(owner)
    await site.sql`update auth.users set email_confirmed_at = null`
    const { data } = await site.admin().generateLink({ type: 'magiclink', email: EMAIL })
    const token_hash = data.properties?.hashed_token ?? ''
    expect((await site.browser().verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull()
    await expect(signInWith(key)).rejects.toMatchObject({ code: 'webauthn_verification_failed' })
  })

  test('not even a session, for somebody who is banned', async () => {
    const { key } = await register(await signIn())
    await site.sql`update auth.users set banned_until = now() + interval '1 day'`
    await expect(signInWith(key)).rejects.toMatchObject({ status: 403, code: 'user_banned' })
  })
})
