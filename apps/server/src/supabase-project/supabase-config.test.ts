import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SUPABASE_FOLDER } from '../settings/paths.ts'
import { readSupabaseConfig } from './supabase-config.ts'

let folder: string

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'supabase-')), 'supabase')
  cpSync(SUPABASE_FOLDER, folder, { recursive: true })
})

afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

function change(from: string | RegExp, to: string): void {
  const path = join(folder, 'config.toml')
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

describe('readSupabaseConfig', () => {
  it("reads the product's rules, hooks and mails", async () => {
    const { schemas, maxRows, extraSearchPath, auth } = await readSupabaseConfig(folder)
    expect({ schemas, maxRows, extraSearchPath }).toEqual({
      schemas: ['public'],
      maxRows: 1000,
      extraSearchPath: ['public'],
    })
    expect(auth.passwords.atSignUp).toEqual({
      minimumLength: 8,
      requiredCharacters: [],
      minimumStrength: 60,
    })
    expect(auth.hooks).toEqual({
      beforeUserCreated: { schema: 'public', name: 'before_user_created' },
      passwordVerificationAttempt: { schema: 'public', name: 'password_verification_attempt' },
      invitation: { schema: 'public', name: 'invitation_of_address' },
      recipientLanguage: { schema: 'public', name: 'language_of_recipient' },
      endPrograms: { schema: 'public', name: 'end_programs' },
      providerTrial: { schema: 'public', name: 'may_try_providers' },
      signInByProvider: { schema: 'public', name: 'follow_groups' },
    })
    for (const mail of Object.values(auth.templates)) {
      expect(mail.subject).not.toBe('')
      expect(mail.html).toContain('<html')
      expect(mail.text).not.toContain('<')
    }
  })

  it('[DIS-01] [SEC-19] [SEC-20] [GAP-20] asks more of a changed password, and remembers the last five', async () => {
    const { passwords } = (await readSupabaseConfig(folder)).auth
    expect(passwords.atChange.minimumLength).toBe(12)
    expect(passwords.atChange.requiredCharacters).toHaveLength(4)
    expect(passwords.atChange.requiredCharacters).toContain('@$!%*?&')
    expect(passwords.remembered).toBe(5)
  })

  it('reads whether there are passkeys, and of which host', async () => {
    expect((await readSupabaseConfig(folder)).auth.passkeys).toEqual({ name: 'Cairn' })
    change('rp_id = ""', 'rp_id = "example.org"')
    change('rp_origins = []', 'rp_origins = ["https://app.example.org"]')
    expect((await readSupabaseConfig(folder)).auth.passkeys).toEqual({
      name: 'Cairn',
      id: 'example.org',
      origins: ['https://app.example.org'],
    })
    change('[auth.passkey]\nenabled = true', '[auth.passkey]\nenabled = false')
    expect((await readSupabaseConfig(folder)).auth.passkeys).toBeUndefined()
  })

  it('reads how long sessions last: 180 days, and 30 without use, unless it says otherwise', async () => {
    const usual = { timeboxSeconds: 180 * 86_400, inactivitySeconds: 30 * 86_400 }
    expect((await readSupabaseConfig(folder)).auth.sessions).toEqual(usual)
    change('inactivity_timeout = "720h"', '')
    expect((await readSupabaseConfig(folder)).auth.sessions).toEqual(usual)
    change('timebox = "4320h"', 'timebox = "1h30m"\ninactivity_timeout = "0s"')
    expect((await readSupabaseConfig(folder)).auth.sessions).toEqual({
      timeboxSeconds: 5_400,
      inactivitySeconds: null,
    })
    change('timebox = "1h30m"', 'timebox = "a day"')
    await expect(readSupabaseConfig(folder)).rejects.toThrow(/duration/)
  })

  it('[GAP-37] lets a link prove the mailbox alone, unless it says otherwise', async () => {
    expect((await readSupabaseConfig(folder)).auth.linksProveAll).toBe(false)
    change('prove_all = false', 'prove_all = true')
    expect((await readSupabaseConfig(folder)).auth.linksProveAll).toBe(true)
  })

  it('lets users sign up, but not anonymously, where the file names neither', async () => {
    change(/^enable_signup = true$/m, '')
    change('enable_anonymous_sign_ins = false', '')
    expect((await readSupabaseConfig(folder)).auth).toMatchObject({
      enableSignup: true,
      allowAnonymous: false,
    })
    change('[auth]\n', '[auth]\nenable_signup = false\n')
    expect((await readSupabaseConfig(folder)).auth.enableSignup).toBe(false)
  })

  it('has no sign-in by phone and confirms no address by itself, unless it says so', async () => {
    const off = await readSupabaseConfig(folder)
    expect(off).toMatchObject({ twilio: null, auth: { mailerAutoconfirm: false } })
    expect(off.auth.phone).toBeUndefined()

    change('enable_confirmations = true\ndouble', 'enable_confirmations = false\ndouble')
    change(
      /(\[auth\.sms\]\s+enable_signup = )false\s+enable_confirmations = true/,
      '$1true\nenable_confirmations = false',
    )
    change(/(\[auth\.mfa\.phone\]\s+enroll_enabled = )false/, '$1true')
    const { auth } = await readSupabaseConfig(folder)
    expect(auth.mailerAutoconfirm).toBe(true)
    expect(auth.phone).toMatchObject({ autoconfirm: true, factors: true })
    expect(auth.phone?.templates.signIn).toContain('{{ .Code }}')
    expect(auth.rateLimits).toMatchObject({ smsCooldownSeconds: 60, smsPerHourTotal: 30 })
  })

  it('reads what Twilio needs from the environment, all of it', async () => {
    change(/(\[auth\.sms\.twilio\]\s+enabled = )false/, '$1true')
    const env = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_MESSAGE_SERVICE_SID: 'MG1' }
    await expect(readSupabaseConfig(folder, env)).rejects.toThrow(/twilio/)
    const { twilio } = await readSupabaseConfig(folder, { ...env, TWILIO_AUTH_TOKEN: 'token' })
    expect(twilio).toEqual({ accountSid: 'AC1', messageServiceSid: 'MG1', authToken: 'token' })
  })

  it('reads the providers that are switched on, their secrets from the environment', async () => {
    expect((await readSupabaseConfig(folder)).auth.providers).toEqual({})
    change(/(\[auth\.external\.google\]\s+enabled = )false/, '$1true')
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect((await readSupabaseConfig(folder, env)).auth.providers).toEqual({
      google: { clientId: 'id', clientSecret: 'secret', url: null },
    })
    await expect(readSupabaseConfig(folder)).rejects.toThrow(/google/)
  })

  it('leaves out a hook that is switched off', async () => {
    change(/(\[auth\.hook\.before_user_created\]\s+enabled = )true/, '$1false')
    expect((await readSupabaseConfig(folder)).auth.hooks).not.toHaveProperty('beforeUserCreated')
  })

  it('refuses a hook that is no Postgres function', async () => {
    change('pg-functions://postgres/public/before_user_created', 'https://hooks.example.com')
    await expect(readSupabaseConfig(folder)).rejects.toThrow(/pg-functions/)
  })
})
