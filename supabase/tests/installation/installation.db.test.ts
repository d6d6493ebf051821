import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate } from '@cairn/postgres/migrate/migrate'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { openScratchPostgres, type ScratchPostgres } from '@cairn/testing/scratch-postgres'
import { AUTH, PRODUCT } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf, ofTheProduct } from './catalogue.ts'
import { arrangeHostedProject, HOSTED_GRANTS } from './hosted.ts'

/** The folder of Postgres 15. `npm test` finds or installs one and says so where there is none (see scripts/lib). */
const POSTGRES_15 = process.env['CAIRN_POSTGRES_15'] ?? '/usr/lib/postgresql/15/bin'
const SECRET = new Uint8Array(32)

interface Server {
  version: number
  options: Parameters<typeof openScratchPostgres>[0]
  /** The preparation by a superuser, needed only before version 16: docs/develop/decisions/database-rights.md. */
  firstStep: string
}

const BUILT_IN: Server = { version: 18, options: {}, firstStep: '' }
const OLDEST: Server = {
  version: 15,
  options: { binaries: { initdb: join(POSTGRES_15, 'initdb'), postgres: join(POSTGRES_15, 'postgres') } },
  firstStep: 'create role cairn_definer nologin bypassrls',
}
const SERVERS = POSTGRES_15 === 'none' ? [BUILT_IN] : [BUILT_IN, OLDEST]

it('there is a Postgres 15 to try, or a deliberate "none"', () => {
  expect(
    POSTGRES_15 === 'none' || existsSync(join(POSTGRES_15, 'postgres')),
    'Set CAIRN_POSTGRES_15 to the folder of the programs of a Postgres 15, or to none.',
  ).toBe(true)
})

const FILES = [AUTH, PRODUCT].map(({ directory }) =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted(),
)

describe.each(SERVERS)('on Postgres $version', ({ version, options, firstStep }) => {
  let server: ScratchPostgres
  let own: ConnectionTarget
  let hosted: ConnectionTarget
  const opened: postgres.Sql[] = []
  const connect = (target: ConnectionTarget) => {
    const sql = postgres({ ...target, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })
    opened.push(sql)
    return sql
  }

  beforeAll(async () => {
    server = await openScratchPostgres(options)
    const sql = connect(server.admin)
    await sql.unsafe(firstStep)
    hosted = await arrangeHostedProject(sql, server.admin)
    await connect({ ...server.admin, database: 'hosted' }).unsafe(HOSTED_GRANTS)
    await sql`create database own`
    own = { ...server.admin, database: 'own' }
  })
  afterAll(async () => {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
    await server?.stop()
  })

  it('is that version', async () => {
    const [row] = await connect(
      server.admin,
    )`select current_setting('server_version_num')::int / 10000 as version`
    expect(row).toEqual({ version })
  })

  it('a role that is no superuser applies every migration, and a second run changes nothing', async () => {
    const sql = connect(hosted)
    expect(await migrate(hosted, [PRODUCT])).toEqual(FILES[1])
    const first = await catalogueOf(sql)
    expect(await migrate(hosted, [PRODUCT])).toEqual([])
    expect(await catalogueOf(sql)).toEqual(first)
  })

  it('the role of a project may run what the documentation schedules', async () => {
    const documentation = readFileSync(join(import.meta.dirname, '../../../docs/operate/moving.md'), 'utf8')
    const scheduled = documentation.matchAll(/cron\.schedule\('[^']+', '[^']+', (?:'(.+)'|\$\$(.+)\$\$)\)/g)
    const statements = [...scheduled].map(([, quoted, dollars]) => quoted ?? dollars ?? '')
    expect(statements.length).toBeGreaterThan(2)
    for (const statement of statements) await connect(hosted).unsafe(statement)
  })

  it('an empty database takes everything, and a second start changes nothing', async () => {
    const sql = connect(own)
    await bootstrap(own, SECRET)
    expect(await migrate(own, [AUTH, PRODUCT])).toEqual(FILES.flat())
    const first = await catalogueOf(sql)
    await bootstrap(own, SECRET)
    expect(await migrate(own, [AUTH, PRODUCT])).toEqual([])
    expect(await catalogueOf(sql)).toEqual(first)
  })

  it.each([
    'alter table private.records add column extra text',
    'alter table private.records no force row level security',
    `comment on column public.systems.name is 'Another'`,
    'grant update on private.records to authenticated',
    'drop index private.records_in_order_idx',
    'drop trigger records_stamp on private.records',
    'alter policy "members see the records of their account" on private.records using (true)',
    'alter function private.my_rank() owner to current_user',
    'alter table private.records drop constraint records_name_length',
  ])('would notice: %s', async (change) => {
    class Undo extends Error {}
    const sql = connect(own)
    const before = ofTheProduct(await catalogueOf(sql))
    const broken = sql.begin(async (tx) => {
      await tx.unsafe(change)
      expect(ofTheProduct(await catalogueOf(tx))).not.toEqual(before)
      throw new Undo()
    })
    await expect(broken).rejects.toThrow(Undo)
  })

  it('both end with the same tables, functions, policies and rights', async () => {
    const [ofOwn, ofHosted] = await Promise.all([own, hosted].map((target) => catalogueOf(connect(target))))
    expect(ofTheProduct(ofHosted ?? [])).toEqual(ofTheProduct(ofOwn ?? []))
    expect(ofTheProduct(ofOwn ?? []).length).toBeGreaterThan(200)
  })
})
