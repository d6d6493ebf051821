import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOfApp } from '@cairn/testing/authenticator'
import { startThatEnds } from '@cairn/testing/ended-start'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { everyValueIn } from './support/contents.ts'
import { NoRealtime } from './support/no-realtime.ts'

const SECRET = `secret-of-the-installation-${randomBytes(16).toString('hex')}`
const SERVICE_KEY = `sb_secret_${randomBytes(24).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'cairn-secrets-'))
const log = join(folder, 'server.log')

const invited = z.object({ token: z.string() })

let mailbox: Mailbox
let cairn: Cairn

/** All secrets, by their kind: none of them may be found afterwards. */
const secrets = new Map<string, string>([
  ['the secret of the installation', SECRET],
  ['the service key', SERVICE_KEY],
  ['a password', PASSWORD],
])
let serial = 0
function keep(what: string, value: string | null | undefined): string {
  if (!value) throw new Error(`There is no ${what}.`)
  serial += 1
  secrets.set(`${what} (${serial})`, value)
  return value
}

beforeAll(async () => {
  mailbox = await openMailbox()
  const env = {
    SMTP_URL: mailbox.url,
    CAIRN_SECRET: SECRET,
    CAIRN_SERVICE_KEY: SERVICE_KEY,
    SAML_ENABLED: 'true',
    LOG_LEVEL: 'debug',
  }
  cairn = await openCairn(env, log)
  await liveADay()
})

afterAll(async () => {
  await cairn?.close()
  await mailbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, body: object | string, headers: Record<string, string> = {}) =>
  cairn.send({ method: 'POST', path, body, headers })

/** The link and the code of the next mail, which both count as secrets. */
async function mailTo(address: string): Promise<{ link: string; code: string }> {
  const { text = '' } = await mailbox.next(address)
  const link = keep('secret of a link', /token_hash=([\w-]+)/.exec(text)?.[1])
  const code = /\b(\d{6})\b/.exec(text)?.[1] ?? ''
  // The limits of one address are not under test here.
  await cairn.database`delete from auth.rate_limits`
  return { link, code: code === '' ? '' : keep('code', code) }
}

async function tokensOf(person: SignedIn): Promise<SignedIn> {
  keep('access token', person.token)
  keep('refresh token', person.refreshToken)
  return person
}

/** Uses secrets in all the ways of people and attackers, refusals and faults included. */
async function liveADay(): Promise<void> {
  await signUpAndIn()
  await useFactors()
  await invite()
  await administer()
  await meetFaults()
}

async function signUpAndIn(): Promise<void> {
  const email = 'ada@secrets.example'
  const first = keep('first password', 'A-first-Password-1')
  await post('/auth/v1/signup', { email, password: first, data: { name: 'Ada' } })
  const { link, code } = await mailTo(email)
  await post('/auth/v1/verify', { type: 'signup', email, token: code === '000000' ? '000001' : '000000' })
  await post('/auth/v1/verify', { type: 'signup', token_hash: `${link}x` })
  await post('/auth/v1/verify', { type: 'signup', token_hash: link, password: first })
  await post('/auth/v1/signup', { email: 'weak@secrets.example', password: keep('weak password', 'weak-pw') })
  await post('/auth/v1/token?grant_type=password', {
    email,
    password: keep('wrong password', 'Wrong-Password-77'),
  })

  const browser = cairn.browser()
  const { data } = await browser.auth.signInWithPassword({ email, password: first })
  const refresh = keep('refresh token', data.session?.refresh_token)
  keep('access token', data.session?.access_token)
  const { data: refreshed } = await browser.auth.refreshSession()
  keep('refresh token', refreshed.session?.refresh_token)
  const next = keep('next password', 'A-next-Password-22!')
  await browser.auth.updateUser({ password: next })
  await post('/auth/v1/recover', { email })
  await post('/auth/v1/verify', { type: 'recovery', token_hash: (await mailTo(email)).link })
  await post('/auth/v1/otp', { email, create_user: true })
  await post('/auth/v1/verify', { type: 'email', email, token: (await mailTo(email)).code })
  await cairn.database`update auth.sessions set refreshed_at = refreshed_at - interval '1 minute'`
  await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refresh })
}

async function useFactors(): Promise<void> {
  await arrangePerson(cairn.database, { email: 'mia@factors.example', name: 'Mia' })
  const { client } = await tokensOf(await cairn.signedIn({ email: 'mia@factors.example' }))
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (factor === null || factor.type !== 'totp') throw new Error('No factor.')
  const secret = keep('secret of an app', factor.totp.secret)
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' })
  const code = codeOfApp(secret)
  const { data: raised } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  const bearer = { authorization: `Bearer ${keep('access token', raised?.access_token)}` }
  const codes = await post('/auth/v1/factors/recovery-codes', {}, bearer)
  for (const one of codes.text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g) ?? []) keep('recovery code', one)
}

async function invite(): Promise<void> {
  await arrangePerson(cairn.database, { email: 'ben@inviters.example', name: 'Ben' })
  const { client } = await tokensOf(await cairn.signedIn({ email: 'ben@inviters.example' }))
  const { data } = await client.rpc('invite_member', {
    email_param: 'nina@elsewhere.example',
    name_param: 'Nina',
    job_role_param: 'Designer',
    department_param: 'Design',
    permission_level_param: 'user',
  })
  const token = keep('token of an invitation', invited.parse(data).token)
  await client.functions.invoke('validate-invitation', { body: { token } })
  await client.functions.invoke('accept-invitation', { body: { token, userEmail: 'ben@inviters.example' } })
  await client.auth.signOut()
}

async function administer(): Promise<void> {
  const { admin } = createClient(cairn.server.url, SERVICE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  }).auth
  await admin.createUser({
    email: 'made@secrets.example',
    password: keep('password of a made user', 'Made-by-Admin-33'),
    email_confirm: true,
  })
  const { data } = await admin.generateLink({ type: 'magiclink', email: 'made@secrets.example' })
  keep('secret of a made link', data.properties?.hashed_token)
  keep('code of a made link', data.properties?.email_otp)
  await post('/auth/v1/admin/users', { email: 'x@secrets.example' }, { apikey: `${SERVICE_KEY}x` })
}

/** Causes faults whose log lines have a cause. */
async function meetFaults(): Promise<void> {
  const password = keep('password of a broken request', 'Broken-Request-44')
  await post('/auth/v1/signup', `{"email": "bad@secrets.example", "password": "${password}"`)
  await post('/auth/v1/sso/saml/acs', 'SAMLResponse=bm9uc2Vuc2U%3D&RelayState=nonsense')
  const bearer = keep('forged token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl')
  await cairn.send({ path: '/rest/v1/systems', headers: { authorization: `Bearer ${bearer}` } })
  await cairn.send({
    path: `/auth/v1/verify?type=signup&token=${keep('token in a query', 'token-in-a-query-55')}`,
  })
  await cairn.database`alter table auth.mail_queue rename to mail_queue_away`
  const lost = keep('password of a failed sign-up', 'Failed-Sign-Up-66')
  const failed = await post('/auth/v1/signup', { email: 'lost@secrets.example', password: lost })
  expect(failed.status).toBe(500)
  await cairn.database`alter table auth.mail_queue_away rename to mail_queue`
}

/** The kinds of secrets that a text holds. */
function foundIn(text: string): string[] {
  return [...secrets].filter(([, value]) => value.length > 6 && text.includes(value)).map(([what]) => what)
}

describe('no secret is written down', () => {
  it('although the day had all kinds of them', () => {
    const kinds = new Set([...secrets.keys()].map((what) => what.replace(/ \(\d+\)$/, '')))
    expect(kinds.size).toBeGreaterThan(18)
    expect([...kinds]).toContain('recovery code')
  })

  it('in the server’s log at level debug, nor the mail address of any person', () => {
    const text = readFileSync(log, 'utf8')
    expect(text).toContain('request-failed')
    expect(text).toContain('signed-in')
    expect(foundIn(text)).toEqual([])
    expect(text).not.toMatch(/@(secrets|factors|inviters|elsewhere)\.example/)
  })

  it('in the log of the built-in Postgres', () => {
    const text = readFileSync(join(cairn.server.dataDir, 'postgres', 'postgres.log'), 'utf8')
    expect(foundIn(text)).toEqual([])
  })

  it('in any column of any table, plainly or as bytes', async () => {
    const { text, tables } = await everyValueIn(cairn.database)
    expect(tables).toBeGreaterThan(40)
    expect(text).toContain('ada@secrets.example')
    expect(foundIn(text)).toEqual([])
    const codes = [...secrets].filter(([what]) => what.startsWith('code')).map(([, code]) => code)
    for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`))
  })
})

it('refuses another secret than the first at the start, and names the remedy', async () => {
  const { dataDir } = cairn.server
  expect(await cairn.server.stop()).toBe(0)
  const { code, said } = await startThatEnds({
    PORT: '1',
    CAIRN_DATA_DIR: dataDir,
    CAIRN_SECRET: 'another secret that has at least 32 characters',
  })
  expect(code).toBe(1)
  expect(said).toContain('were stored with another secret')
  expect(said).toContain('CAIRN_SECRET')
  expect(said).not.toMatch(/\n\s+at /)
  await cairn.server.start()
  await cairn.signedIn({ email: 'ben@inviters.example' })
})
