import { createHash } from 'node:crypto'
import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect } from 'vitest'
import { z } from 'zod'
import { openTestSite, PUBLIC_URL, type Site, type SiteOptions } from './fixture.ts'
import { openIdentityProvider } from './identity-provider.ts'

const CALLBACK = `${PUBLIC_URL}/auth/v1/callback`

/** A service that knows a real identity provider, under the name of one that the official client has a list of. */
export async function openProviderSite(options: SiteOptions = {}) {
  const idp = await openIdentityProvider(CALLBACK)
  const settings = {
    ...options.settings,
    manualLinking: true,
    providers: {
      keycloak: { clientId: idp.clientId, clientSecret: idp.clientSecret, url: idp.issuer },
      away: { clientId: 'x', clientSecret: 'x', url: 'http://127.0.0.1:9' },
    },
  }
  const { site, database } = await openTestSite({ smtpUrl: null, sendMail: false, ...options, settings })
  afterAll(() => idp.close())
  beforeEach(async () => {
    await site.sql`delete from auth.users`
    await site.sql`delete from auth.flow_state`
    idp.users.clear()
    idp.users.set('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' })
  })

  /** From the provider back to us, and on to where the browser ends up. */
  async function comeBack(authorizationUrl: string, sub = 'ada', at: Site = site): Promise<URL> {
    const callback = await idp.signIn(authorizationUrl, sub)
    const response = await at.send('GET', `/callback${callback.search}`)
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }

  /** Sends the browser there and back. */
  async function goThereAndBack(url: string, sub = 'ada', at: Site = site): Promise<URL> {
    const begun = await at.send('GET', url.replace(`${PUBLIC_URL}/auth/v1`, ''))
    expect(begun.status).toBe(303)
    return comeBack(begun.headers.get('location') ?? '', sub, at)
  }

  async function signInWithProvider(browser: GoTrueClient, sub = 'ada') {
    const { data } = await browser.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    })
    const target = await goThereAndBack(data.url ?? '', sub)
    const code = target.searchParams.get('code')
    return { target, result: code === null ? null : await browser.exchangeCodeForSession(code) }
  }

  /** By the back door: what an app on a phone would have got from the provider. */
  async function idTokenOf(sub: string, nonce: string): Promise<string> {
    const verifier = 'v'.repeat(43)
    const query = new URLSearchParams({
      client_id: idp.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const callback = await idp.signIn(`${idp.issuer}/auth?${query}`, sub)
    const response = await fetch(`${idp.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${idp.clientId}:${encodeURIComponent(idp.clientSecret)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      }),
    })
    return z.object({ id_token: z.string() }).parse(await response.json()).id_token
  }

  return { site, database, idp, settings, idTokenOf, comeBack, goThereAndBack, signInWithProvider }
}
