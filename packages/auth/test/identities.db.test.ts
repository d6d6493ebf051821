import type { GoTrueClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { openSite, PASSWORD, refusal } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'
import { errorOf } from './support/redirects.ts'

const { site, database, settings, comeBack, signInWithProvider } = await openProviderSite()

describe('[CALL-89] [CALL-90] identities', () => {
  async function signedIn(email = 'grace@example.org'): Promise<GoTrueClient> {
    await site.addUser(email)
    await site.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select id::text, id, jsonb_build_object('email', email), 'email', now(), now() from auth.users where email = ${email}`
    const browser = site.browser('pkce')
    await browser.signInWithPassword({ email, password: PASSWORD })
    return browser
  }

  async function link(browser: GoTrueClient): Promise<URL> {
    const { data, error } = await browser.linkIdentity({ provider: 'keycloak' })
    expect(error).toBeNull()
    return comeBack(data.url ?? '')
  }

  test('are added by the browser that began, and are a way to sign in', async () => {
    const browser = await signedIn()
    const target = await link(browser)
    expect(await site.sql`select provider from auth.identities`).toEqual([{ provider: 'email' }])
    await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const { data } = await browser.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
    const { result } = await signInWithProvider(site.browser('pkce'))
    expect(result?.data.user?.email).toBe('grace@example.org')
  })

  test('are not added by another browser that was led there', async () => {
    const target = await link(await signedIn())
    const body = { auth_code: target.searchParams.get('code'), code_verifier: 'v'.repeat(43) }
    const attacker = await site.send('POST', '/token?grant_type=pkce', { body })
    expect(await refusal(attacker)).toMatchObject({ code: 'bad_code_verifier' })
    expect(await site.sql`select from auth.identities`).toHaveLength(1)
  })

  test('[CLIENT-37] of another user cannot be added', async () => {
    await signInWithProvider(site.browser('pkce'))
    expect(errorOf(await link(await signedIn()))).toBe('identity_already_exists')
  })

  test('[CLIENT-37] go away one by one, the last one not', async () => {
    const browser = await signedIn()
    const target = await link(browser)
    await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const identities = (await browser.getUserIdentities()).data?.identities ?? []
    const [mail, keycloak] = identities
    if (mail === undefined || keycloak === undefined) throw new Error('There should be two.')
    expect((await browser.unlinkIdentity(mail)).error).toBeNull()
    const password = await site
      .browser()
      .signInWithPassword({ email: 'grace@example.org', password: PASSWORD })
    expect(password.error?.code).toBe('invalid_credentials')
    expect((await browser.unlinkIdentity(keycloak)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
    expect((await browser.unlinkIdentity(mail)).error).toMatchObject({
      status: 404,
      code: 'identity_not_found',
    })
  })

  test('[CLIENT-37] of others are not there', async () => {
    const eve = await signedIn('eve@example.org')
    await signedIn()
    const [row] = await site.sql<{ id: string }[]>`
      select i.id from auth.identities i join auth.users u on u.id = i.user_id where u.email = 'grace@example.org'`
    const { data } = await eve.getSession()
    const response = await site.send('DELETE', `/user/identities/${row?.id}`, {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'identity_not_found' })
    expect(await site.sql`select from auth.identities`).toHaveLength(2)
  })

  test('are left alone unless the installation allows it', async () => {
    const closed = await openSite(database, {
      sendMail: false,
      settings: { ...settings, manualLinking: false },
    })
    const { data } = await (await signedIn()).getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=keycloak'],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const response = await closed.send(method, path, { headers })
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
    }
    await closed.close()
  })
})
