import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { signingKeySealer } from '@cairn/auth/tokens/private-keys'
import { servingUser } from '@cairn/postgres/bootstrap/serving-users'
import { openEmbedded } from '@cairn/testing/kept-postgres'
import { arrangePerson } from '@cairn/testing/people'
import { copyPrepared } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { openScratchPostgres, type ScratchPostgres } from '@cairn/testing/scratch-postgres'
import { MIGRATED_CLUSTER } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretsOfInstallation } from '../../secrets/secret.ts'
import { parseConfig } from '../../settings/config.ts'
import { scriptedOperator, settingsFor } from '../scripted-operator.ts'

const POSTGRES_15 = process.env['CAIRN_POSTGRES_15'] ?? '/usr/lib/postgresql/15/bin'
const binaries = { initdb: join(POSTGRES_15, 'initdb'), postgres: join(POSTGRES_15, 'postgres') }
const CAIRN_SECRET = 'the secret of an installation that moves'

const folder = scratchFolder('cairn-move-')
const [built, next] = [join(folder, 'built'), join(folder, 'next')]
let own: ScratchPostgres
afterAll(async () => {
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const move = (env: Record<string, string>, to: string) =>
  scriptedOperator({ env: { CAIRN_SECRET, ...env } }).give(['move', '--to', to])

/** Looks into the built-in database of a folder, as its administrator. */
async function within<T>(where: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const opened = await openEmbedded({ folder: where })
  const sql = postgres({ ...opened.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
    await opened.stop()
  }
}

/** An installation with a signing key, a person and systems, one of which breaks a rule that the target has. */
async function fill(sql: postgres.Sql): Promise<void> {
  const id = crypto.randomUUID()
  const secrets = secretsOfInstallation(parseConfig({ CAIRN_SECRET }))
  const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }
  const sealed = signingKeySealer(secrets).seal(JSON.stringify({ ...jwk, d: 'd' }), id)
  await sql`
    insert into auth.signing_keys (id, algorithm, status, public_jwk, private_jwk_sealed)
    values (${id}, 'ES256', 'current', ${sql.json(jwk)}, ${sealed})`
  const ada = await arrangePerson(sql, { email: 'ada@acme.example', name: 'Ada' })
  await sql`
    insert into public.systems (account_id, name, owner_id)
    select account_id, 'System ' || n, ${ada.id} from public.account_members, generate_series(1, 50) n`
  await sql`alter table auth.mail_queue alter column template drop not null`
  await sql`insert into auth.mail_queue (template, recipient, values_sealed) values (null, 'x@y.test', '')`
}

const contents = async (sql: postgres.Sql) => ({
  systems: await sql`select * from public.systems order by id`,
  history: await sql`select * from public.record_history order by id`,
  people: await sql`select * from auth.users order by id`,
})

describe.skipIf(!existsSync(binaries.postgres))('an installation', () => {
  beforeAll(async () => {
    await Promise.all([built, next].map((where) => copyPrepared(MIGRATED_CLUSTER, where)))
    own = await openScratchPostgres({ binaries })
    await within(built, fill)
  })

  it('moves to Postgres 15, goes on where it broke, and back into a new folder', async () => {
    const { DATABASE_URL } = settingsFor(own.admin)
    const here = { CAIRN_DATA_DIR: built }
    const broken = await move(here, DATABASE_URL)
    expect(broken.code).toBe(1)
    expect(broken.said).toContain('violates not-null constraint')
    await within(built, (sql) => sql`update auth.mail_queue set template = 'recovery'`)
    const moved = await move(here, DATABASE_URL)
    expect(moved).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/[1-9]\d* of the tables were there/),
    })
    expect((await move(here, DATABASE_URL)).said).toContain('The target holds accounts already')

    const serves = postgres({
      ...servingUser(own.admin, 'authenticator', secretsOfInstallation(parseConfig({ CAIRN_SECRET }))),
      ...{ ssl: false, max: 1 },
    })
    await serves`select 1`
    expect((await move({ DATABASE_URL }, next)).said).toContain('A server runs on this database.')
    await serves.end({ timeout: 1 })

    expect(await move({ DATABASE_URL }, next)).toMatchObject({ code: 0 })
    expect(await within(next, contents)).toEqual(await within(built, contents))
  })
})
