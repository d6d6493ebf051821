import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, type ServingTargets, servingTargets } from '@cairn/postgres/bootstrap/bootstrap'
import { roleLimitsSql } from '@cairn/postgres/bootstrap/role-limits'
import { type MigrationSource, migrate, SUPABASE_HISTORY } from '@cairn/postgres/migrate/migrate'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import postgres from 'postgres'
import type { PreparedCluster } from './prepared-cluster.ts'
import { testAdmin } from './test-server.ts'

const STAGES = ['roles', 'auth', 'product'] as const
/** The setup of a test's database: roles only, with the auth schema, or as the product has it. */
export type Stage = (typeof STAGES)[number]

/** A database for one test file. */
export interface TestDatabase extends ServingTargets {
  /** Its superuser: for arranging and for inspecting, never for acting. */
  admin: ConnectionTarget
  drop(): Promise<void>
}

/** The secret of all databases in the test Postgres: its two serving users have one password each. */
export const TEST_SECRET = new Uint8Array(32).fill(7)
const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The migrations of the schema auth, as our server has it. */
export const AUTH: MigrationSource = {
  directory: join(ROOT, 'packages', 'auth', 'migrations'),
  history: { schema: 'auth', table: 'schema_migrations' },
  role: 'supabase_auth_admin',
}
/** The migrations of the product, as any Supabase can have it. */
export const PRODUCT: MigrationSource = {
  directory: join(ROOT, 'supabase', 'migrations'),
  history: SUPABASE_HISTORY,
}

const SOURCES: Record<Stage, readonly MigrationSource[]> = {
  roles: [],
  auth: [AUTH],
  product: [AUTH, PRODUCT],
}

/** The sources of the product's databases. */
export const INSTALLED_FROM = ['packages/auth/migrations', 'supabase/migrations']

/** The cluster of a run of tests, with the templates of all stages. */
export const TEMPLATES_CLUSTER: PreparedCluster = {
  name: 'templates',
  madeFrom: [...INSTALLED_FROM, 'packages/testing/src'],
  fill: (server) =>
    asAdmin(server, async (sql) => {
      for (const stage of STAGES) await prepareTemplate(sql, server, stage)
    }),
}

/** Data that many test files need in their databases. */
export interface Arrangement {
  name: string
  /** The sources of the arrangement: with each edit of them the data is arranged again. */
  madeFrom: readonly string[]
  fill(admin: ConnectionTarget): Promise<void>
}

const NOTHING: Arrangement = { name: '', madeFrom: [], fill: async () => {} }

/**
 * Creates a database for one test file, copied from the template of its stage and its arrangement. A run whose Postgres
 * has no such template yet prepares it once.
 *
 *     const database = await testDatabase('product')
 *     afterAll(() => database.drop())
 */
export async function testDatabase(stage: Stage, arrangement = NOTHING): Promise<TestDatabase> {
  const server = testAdmin()
  const template = templateOf(stage, arrangement)
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, async (sql) => {
    // Workers start at the same time: the first prepares the template, the others wait for it.
    await sql`select pg_advisory_lock(1)`
    const [existing] = await sql`select from pg_database where datname = ${template}`
    if (existing === undefined) await prepareTemplate(sql, server, stage, arrangement)
    // Copying files costs a fraction of writing them to the log as well.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
    await sql`select pg_advisory_unlock(1)`
  })
  const admin = { ...server, database: name }
  const users = servingTargets(admin, TEST_SECRET)
  // The limits of users are set for each database, and not copied with one.
  await asAdmin(admin, (sql) => sql.unsafe(roleLimitsSql(Object.values(users).map(({ user }) => user))))
  return {
    admin,
    ...users,
    drop: () => asAdmin(server, (sql) => sql`drop database ${sql(name)} with (force)`),
  }
}

async function prepareTemplate(
  sql: postgres.Sql,
  server: ConnectionTarget,
  stage: Stage,
  arrangement = NOTHING,
): Promise<void> {
  const template = templateOf(stage, arrangement)
  const draft = `${template}_draft`
  const admin = { ...server, database: draft }
  await sql`drop database if exists ${sql(draft)} with (force)`
  await sql`create database ${sql(draft)}`
  await bootstrap(admin, TEST_SECRET)
  await migrate(admin, SOURCES[stage])
  await arrangement.fill(admin)
  await sql`alter database ${sql(draft)} rename to ${sql(template)}`
}

function templateOf(stage: Stage, { name, madeFrom }: Arrangement = NOTHING): string {
  const files = SOURCES[stage].flatMap(({ directory }) => filesIn(directory))
  return `template_${stage}${name}_${fingerprint([...files, ...madeFrom])}`
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory)
    .toSorted()
    .map((file) => join(directory, file))

/** A fingerprint that changes with every edit of a file, so that a watching test run never works on an old template. */
function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

async function asAdmin(
  server: ConnectionTarget,
  work: (sql: postgres.Sql) => PromiseLike<unknown>,
): Promise<void> {
  const sql = postgres({ ...server, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
