import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, expect } from 'vitest'
import { openTestSite, PUBLIC_URL, type Site, type SiteOptions } from './fixture.ts'
import { formOf, openSamlIdp, type ResponseFields, type SamlIdp, type SamlUser } from './saml-idp.ts'

export const ENTITY_ID = `${PUBLIC_URL}/auth/v1/sso/saml/metadata`
export const ACS_URL = `${PUBLIC_URL}/auth/v1/sso/saml/acs`
export const ADA: SamlUser = {
  nameId: 'ada-1',
  email: 'ada@acme.test',
  attributes: { displayName: ['Ada Example'] },
}

/** A service with single sign-on, and the identity provider of the company at acme.test. */
export async function openSamlSite(options: SiteOptions = {}) {
  const { site, database } = await openTestSite({
    smtpUrl: null,
    sendMail: false,
    ...options,
    settings: { saml: true, manualLinking: true, ...options.settings },
  })
  const metadata = await (await site.send('GET', '/sso/saml/metadata')).text()
  const sp = { metadata, entityId: ENTITY_ID, acsUrl: ACS_URL }
  const idp = await openSamlIdp('https://idp.acme.test', sp)
  const provider = { id: '' }

  beforeEach(async () => {
    await site.sql`delete from auth.users`
    await site.sql`delete from auth.sso_providers`
    await site.sql`delete from auth.flow_state`
    provider.id = await addProvider(site, { metadata_xml: idp.metadata, domains: ['acme.test'] })
  })

  /** Sends a browser to the provider. Returns what arrives there. */
  async function begin(browser: GoTrueClient, at: SamlIdp = idp, redirectTo?: string) {
    const { data, error } = await browser.signInWithSSO({
      domain: 'acme.test',
      options: { skipBrowserRedirect: true, ...(redirectTo === undefined ? {} : { redirectTo }) },
    })
    if (error !== null) throw error
    return at.request(data.url)
  }

  /** There and back; `change` is what the provider says otherwise than it should. */
  async function signIn(
    user: SamlUser = ADA,
    { change = {}, from = idp, browser = site.browser('pkce') }: SignInOptions = {},
  ) {
    const request = await begin(browser)
    const xml = await from.respond(user, { inResponseTo: request.id, ...change })
    const target = await arrive(site, xml, request.relayState)
    const code = target.searchParams.get('code')
    return { target, browser, result: code === null ? null : await browser.exchangeCodeForSession(code) }
  }

  return {
    site,
    database,
    sp,
    idp,
    provider,
    arrive: (responseXml: string, relayState?: string) => arrive(site, responseXml, relayState),
    begin,
    signIn,
    addProvider: (body: Record<string, unknown>) => addProvider(site, body),
    expectNoSignIn: () => expectNoSignIn(site),
  }
}

/** Adds a provider as an operator does. Returns its id. */
async function addProvider(site: Site, body: Record<string, unknown>): Promise<string> {
  const response = await site.send('POST', '/admin/sso/providers', {
    body: { type: 'saml', ...body },
    asAdmin: true,
  })
  expect(response.status).toBe(201)
  const made: unknown = await response.json()
  return made !== null && typeof made === 'object' && 'id' in made ? String(made.id) : ''
}

/** No sign-in happened: there is neither a user nor a session. */
async function expectNoSignIn(site: Site): Promise<void> {
  expect(await site.sql`select from auth.users`).toHaveLength(0)
  expect(await site.sql`select from auth.sessions`).toHaveLength(0)
  expect(await site.sql`select from auth.flow_state where auth_code is not null`).toHaveLength(0)
}

/** The browser comes with what a provider gave it. Returns where it is sent. */
async function arrive(site: Site, responseXml: string, relayState = ''): Promise<URL> {
  const response = await site.send('POST', '/sso/saml/acs', { body: formOf(responseXml, relayState) })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

interface SignInOptions {
  change?: Partial<ResponseFields>
  from?: SamlIdp
  browser?: GoTrueClient
}
