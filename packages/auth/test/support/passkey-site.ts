import { type SoftwareKey, softwareKey } from '@cairn/testing/software-key'
import type { GoTrueClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { z } from 'zod'
import { openFactorSite } from './factor-site.ts'
import { PUBLIC_URL } from './fixture.ts'

const begun = z.object({
  challenge_id: z.uuid(),
  expires_at: z.int(),
  options: z.looseObject({
    challenge: z.string(),
    user: z.looseObject({ id: z.string() }).default({ id: '' }),
  }),
})

/** The service with passkeys switched on, and people who have some. */
export async function openPasskeySite() {
  const opened = await openFactorSite({ settings: { passkeys: { name: 'Cairn' } } })
  const { site, signIn, as } = opened

  const newKey = () => softwareKey({ origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname })

  /** Requests the options for a new passkey of this caller. */
  async function beginRegistration(browser: GoTrueClient, body = {}) {
    const response = await as(browser, 'POST', '/passkeys/registration/options', body)
    expect(response.status).toBe(200)
    return begun.parse(await response.json())
  }

  /** Requests the options for a sign-in from any browser. */
  async function beginSignIn(body = {}) {
    const response = await site.send('POST', '/passkeys/authentication/options', { body })
    expect(response.status).toBe(200)
    return begun.parse(await response.json())
  }

  const answer = (challengeId: string, credential: unknown) => ({
    body: { challenge_id: challengeId, credential },
  })

  /** Adds a passkey in a session. Returns its id and the authenticator that has it. */
  async function register(browser: GoTrueClient): Promise<{ id: string; key: SoftwareKey }> {
    const key = newKey()
    const { challenge_id, options } = await beginRegistration(browser)
    const { data, error } = await browser.passkey.verifyRegistration({
      challengeId: challenge_id,
      credential: key.create(options),
    })
    if (error !== null) throw error
    return { id: data.id, key }
  }

  /** Signs in with a passkey, in a separate browser. */
  async function signInWith(key: SoftwareKey): Promise<GoTrueClient> {
    const browser = site.browser()
    const { challenge_id, options } = await beginSignIn()
    const { error } = await browser.passkey.verifyAuthentication({
      challengeId: challenge_id,
      credential: key.get(options),
    })
    if (error !== null) throw error
    return browser
  }

  /** Moves the caller's sign-in an hour into the past. */
  const letTimePass = () =>
    site.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'`

  return {
    ...opened,
    newKey,
    beginRegistration,
    beginSignIn,
    answer,
    register,
    signInWith,
    letTimePass,
    signIn,
  }
}
