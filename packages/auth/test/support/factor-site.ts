import { codeOfApp } from '@cairn/testing/authenticator'
import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, expect } from 'vitest'
import { openTestSite, PASSWORD, type SiteOptions } from './fixture.ts'

const EMAIL = 'ada@example.org'

/** A service with one user, created again for each test, and the actions of users with their authenticator apps. */
export async function openFactorSite(options: SiteOptions = {}) {
  const { site, database } = await openTestSite({ smtpUrl: null, sendMail: false, ...options })
  beforeEach(async () => {
    await site.sql`delete from auth.users`
    await site.sql`delete from auth.rate_limits`
    await site.addUser(EMAIL)
  })

  async function signIn(email = EMAIL): Promise<GoTrueClient> {
    const browser = site.browser()
    expect((await browser.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    return browser
  }

  /** Enrols an app and shows its first code. */
  async function enrol(browser: GoTrueClient): Promise<{ id: string; secret: string }> {
    const { data, error } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (error !== null) throw error
    const { id } = data
    const { secret } = data.totp
    const verified = await browser.mfa.challengeAndVerify({ factorId: id, code: codeOfApp(secret) })
    expect(verified.error).toBeNull()
    return { id, secret }
  }

  /** As if the last code had been used long ago. */
  const letCodesBeFresh = () => site.sql`update auth.mfa_factors set last_used_step = null`

  async function as(browser: GoTrueClient, method: string, path: string, body?: unknown): Promise<Response> {
    const { data } = await browser.getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    return site.send(method, path, body === undefined ? { headers } : { headers, body })
  }

  return { site, database, signIn, enrol, letCodesBeFresh, as }
}
