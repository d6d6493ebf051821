import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { codeOfApp } from '@cairn/testing/authenticator'
import { openMailbox } from '@cairn/testing/mailbox'
import { testDatabase } from '@cairn/testing/test-database'
import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSecretChange, type SecretChange, type SecretChangeEvent } from '../src/secret-change/change.ts'
import { readKeptKeys } from '../src/secret-change/kept-keys.ts'
import { SEALED_IN_AUTH } from '../src/secret-change/sealed-rows.ts'
import { checkSecret } from '../src/secret-check.ts'
import { installationSecrets } from '../src/tokens/secrets.ts'
import { codeIn, openSite, PASSWORD, type Site, tokenHashIn } from './support/fixture.ts'

const [FIRST, SECOND, THIRD, OTHER] = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte))
const ADA = 'ada@example.org'
const codes = z.object({ codes: z.array(z.string()) })

const database = await testDatabase('auth')
const mailbox = await openMailbox()
const pool = openPool({ target: database.authAdmin, size: 4, name: 'change of the secret' })
const accounts = privileged(pool)
const servers: Site[] = []
afterAll(async () => {
  await Promise.all(servers.map((site) => site.close()))
  await Promise.all([pool.close(), mailbox.close()])
  await database.drop()
})

interface Server {
  site: Site
  change: SecretChange
  told: SecretChangeEvent[]
}

/** Starts a server with these secrets, as apps/server does. */
async function start(present = FIRST, former: Uint8Array | null = null, sendMail = false): Promise<Server> {
  const secrets = installationSecrets(present ?? new Uint8Array(), former)
  await accounts.transaction((tx) => checkSecret(tx, secrets))
  secrets.keep(await accounts.statement((sql) => readKeptKeys(sql, secrets)))
  const settings = { saml: true }
  const site = await openSite(database, { secret: secrets, smtpUrl: mailbox.url, sendMail, settings })
  servers.push(site)
  const told: SecretChangeEvent[] = []
  const change = createSecretChange({
    ...{ database: accounts, secrets, sealed: SEALED_IN_AUTH, renewPasswords: async () => {} },
    observe: (event) => void told.push(event),
  })
  return { site, change, told }
}

const kinds = ({ told }: Server) => told.map(({ kind }) => kind)

async function signIn({ site }: Server): Promise<{ browser: GoTrueClient; refresh: string; access: string }> {
  const browser = site.browser()
  const { data, error } = await browser.signInWithPassword({ email: ADA, password: PASSWORD })
  if (error !== null) throw error
  const { refresh_token, access_token } = data.session
  return { browser, refresh: refresh_token, access: access_token }
}

const refreshed = async ({ site }: Server, token: string) =>
  (await site.browser().refreshSession({ refresh_token: token })).error

const certificateOf = async ({ site }: Server) => (await site.send('GET', '/sso/saml/metadata')).text()

test('a secret is changed while servers run, and nobody notices', async () => {
  const first = await start(FIRST)
  await first.change.turn()
  await first.site.addUser(ADA)
  const certificate = await certificateOf(first)
  const idle = await signIn(first)
  const enrolled = await idle.browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId = '', totp } = enrolled.data ?? {}
  const secret = totp?.secret ?? ''
  await idle.browser.mfa.challengeAndVerify({ factorId, code: codeOfApp(secret) })
  const session = (await idle.browser.getSession()).data.session
  const headers = { authorization: `Bearer ${session?.access_token}` }
  const made = await first.site.send('POST', '/factors/recovery-codes', { headers })
  const [code = '', another = ''] = codes.parse(await made.json()).codes
  const [pending, busy] = [await signIn(first), await signIn(first)]
  await first.site.browser().signUp({ email: 'bob@example.org', password: PASSWORD })
  await first.site.browser().signUp({ email: 'cy@example.org', password: PASSWORD })

  // A rolling update: one server knows both secrets, the other the former one only.
  const second = await start(SECOND, FIRST)
  await second.change.turn()
  expect(kinds(second)).toEqual(['waiting'])
  const between = await signIn(second)
  expect(await refreshed(first, between.refresh)).toBeNull()
  expect(await refreshed(second, busy.refresh)).toBeNull()
  await expect(start(SECOND), 'the former secret is missing').rejects.toThrow(/CAIRN_SECRET_BEFORE/)
  await expect(start(SECOND, OTHER), 'another former secret').rejects.toThrow(/another secret/)

  await first.change.leave()
  await second.change.turn()
  expect(kinds(second)).toEqual(['waiting', 'begun'])
  await expect(start(SECOND), 'removed too early').rejects.toThrow(/is not finished/)
  await expect(start(FIRST), 'taken back').rejects.toThrow(/is not finished/)
  await second.change.turn()
  expect(second.told.at(-1)).toMatchObject({ kind: 'finished', unreadable: 0 })
  await expect(start(FIRST), 'the former secret alone').rejects.toThrow(/another secret/)
  await expect(start(SECOND, OTHER), 'another former secret').rejects.toThrow(/is not the secret/)
  await second.change.leave()

  // Tokens and certificates that only their owner renews keep working without the former secret, however late that is.
  const third = await start(SECOND, null, true)
  expect(await refreshed(third, pending.refresh)).toBeNull()
  expect(await certificateOf(third)).toBe(certificate)
  await first.site.sql`update auth.mfa_factors set last_used_step = null`
  const { browser } = await signIn(third)
  const byApp = await browser.mfa.challengeAndVerify({ factorId, code: codeOfApp(secret) })
  expect(byApp.error).toBeNull()
  const byCode = await (await signIn(third)).browser.mfa.challengeAndVerify({ factorId, code })
  expect(byCode.error).toBeNull()
  const mail = await mailbox.next('bob@example.org')
  const confirmed = await third.site.browser().verifyOtp({
    ...{ email: 'bob@example.org', token: codeIn(mail.text), type: 'email' },
  })
  expect(confirmed.error).toBeNull()

  // A second change keeps all that the first one kept.
  const fourth = await start(THIRD, SECOND)
  await third.change.leave()
  await fourth.change.turn()
  await fourth.change.turn()
  expect(kinds(fourth)).toEqual(['begun', 'finished'])
  const fifth = await start(THIRD)
  const again = await (await signIn(fifth)).browser.mfa.challengeAndVerify({ factorId, code: another })
  expect(again.error).toBeNull()
  const link = await mailbox.next('cy@example.org')
  const opened = await fifth.site.browser().verifyOtp({ token_hash: tokenHashIn(link.text), type: 'email' })
  expect(opened.error).toBeNull()
})

test('every encrypted column of the schema is rewritten', async () => {
  const columns = await accounts.statement(
    (sql) => sql`
      select table_schema || '.' || table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = 'auth' and column_name like '%\\_sealed'`,
  )
  expect([...columns].map(({ name }) => name).toSorted()).toEqual(
    SEALED_IN_AUTH.map(({ name }) => name).toSorted(),
  )
})
