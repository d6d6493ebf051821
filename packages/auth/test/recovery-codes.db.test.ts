import type { GoTrueClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openFactorSite } from './support/factor-site.ts'

const { site, signIn, enrol, as } = await openFactorSite()

describe('recovery codes', () => {
  async function make(browser: GoTrueClient): Promise<string[]> {
    const answer = await as(browser, 'POST', '/factors/recovery-codes')
    return z.object({ codes: z.array(z.string()) }).parse(await answer.json()).codes
  }

  test('stand in for a lost factor, once each, however they are written', async () => {
    const browser = await signIn()
    const { id } = await enrol(browser)
    const [code = ''] = await make(browser)
    const later = await signIn()
    const shouted = code.toUpperCase().replace('-', ' ')
    expect((await later.mfa.challengeAndVerify({ factorId: id, code: shouted })).error).toBeNull()
    const level = await later.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data?.currentLevel).toBe('aal2')
    expect(await (await as(later, 'GET', '/factors/recovery-codes')).text()).toBe('{"remaining":9}')
    const again = await (await signIn()).mfa.challengeAndVerify({ factorId: id, code })
    expect(again.error?.code).toBe('mfa_verification_failed')
  })

  test('are ten, replaced as a whole, and stored as keyed hashes', async () => {
    const browser = await signIn()
    const { id } = await enrol(browser)
    const older = await make(browser)
    const newer = await make(browser)
    expect(new Set([...older, ...newer]).size).toBe(20)
    const stored = JSON.stringify(await site.sql`select * from auth.mfa_recovery_codes`)
    for (const code of newer) expect(stored).not.toContain(code.replace('-', ''))
    const { error } = await browser.mfa.challengeAndVerify({ factorId: id, code: older[0] ?? '' })
    expect(error?.code).toBe('mfa_verification_failed')
  })

  test('do not stand in for enrolling a factor', async () => {
    const browser = await signIn()
    await enrol(browser)
    const [code = ''] = await make(browser)
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
    const { error } = await browser.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(error?.code).toBe('mfa_verification_failed')
  })
})
