import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, readMigrations } from '@cairn/postgres/migrate/migration-files'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { PRODUCT, type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import postgres from 'postgres'
import { type Changes, changesBetween } from './changes.ts'
import { newMigrationFile } from './migration-name.ts'
import { type DatabaseObject, objectsOf } from './objects.ts'
import { readReleased, recordReleased } from './released.ts'
import { readSchemas, schemaScript } from './schema-files.ts'
import { statementsOf } from './statements.ts'

/** The mark of the generated part: the next run of the command writes everything below it again. */
const MARK = '-- Written by `npm run migration` from supabase/schemas:'

const USAGE =
  'Usage: npm run migration -- <name>, in small letters, digits and underscores; or npm run migration -- --released'

/**
 * `npm run migration -- <name>`: writes the migration of what changed in supabase/schemas. What is above the mark in an
 * existing file of that name (tables and data, by hand) stays; everything below is written again. A release has one
 * migration: while there is one that was not released, the name may be left out, and another one is refused.
 *
 * `npm run migration -- --released` records that databases of others may have the migrations of now.
 */
async function main(word: string | undefined): Promise<number> {
  if (word === '--released') return record()
  const { unreleased } = await readReleased(PRODUCT.directory)
  const name = word ?? unreleased[0]?.name
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) return refuse(USAGE)
  const other = unreleased.find((migration) => migration.name !== name)
  if (other !== undefined)
    return refuse(
      `The next release has its migration: ${basename(other.path)}. Write to that one: npm run migration -- ${other.name}`,
    )
  const path = fileFor(name)
  const byHand = existsSync(path) ? (readFileSync(path, 'utf8').split(MARK)[0] ?? '').trimEnd() : ''
  const server = await startTestServer()
  try {
    const changes = await changesAfter(path, byHand)
    if (changes.statements.length + byHand.length > 0) write(path, byHand, changes)
    report(path, changes)
    return changes.byHand.length === 0 ? 0 : 1
  } finally {
    await server.stop()
  }
}

function refuse(reason: string): number {
  console.error(reason)
  return 1
}

async function record(): Promise<number> {
  const added = await recordReleased(PRODUCT.directory)
  console.log(added.length === 0 ? 'All migrations were recorded already.' : `Recorded: ${added.join(', ')}`)
  return 0
}

/** The file of the name; a new one sorts after all others. */
function fileFor(name: string): string {
  const files = readdirSync(PRODUCT.directory)
  const existing = files.find((file) => file.endsWith(`_${name}.sql`))
  return join(PRODUCT.directory, existing ?? newMigrationFile(files, name, new Date()))
}

async function changesAfter(path: string, byHand: string): Promise<Changes> {
  const earlier = (await readMigrations(PRODUCT.directory)).filter((migration) => migration.path !== path)
  const files = readSchemas()
  const migrated = await objectsAfter(async (sql) => {
    for (const { script } of [...earlier, handWritten(byHand)]) {
      await sql.unsafe(script)
      await sql.unsafe('reset all')
    }
  })
  const described = await objectsAfter(async (sql) => {
    await sql.unsafe(schemaScript(files))
  })
  return changesBetween(migrated, described, statementsOf(files))
}

const handWritten = (script: string): Pick<Migration, 'script'> => ({ script })

async function objectsAfter(work: (sql: postgres.Sql) => Promise<void>): Promise<DatabaseObject[]> {
  const database: TestDatabase = await testDatabase('auth')
  const sql = connect(database.admin)
  try {
    await work(sql)
    return await objectsOf(sql)
  } finally {
    await sql.end({ timeout: 1 })
    await database.drop()
  }
}

const connect = (target: ConnectionTarget): postgres.Sql =>
  postgres({ ...target, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })

function write(path: string, byHand: string, { statements }: Changes): void {
  const written = statements.length === 0 ? [] : [MARK, '', 'set check_function_bodies = off;', ...statements]
  const text = [byHand, written.join('\n')].filter(Boolean).join('\n\n')
  if (text === '') rmSync(path, { force: true })
  else writeFileSync(path, `${text}\n`)
}

function report(path: string, { statements, byHand }: Changes): void {
  console.log(
    statements.length === 0
      ? 'Functions, policies, views, triggers and grants of supabase/schemas are in the migrations already.'
      : `${path}: ${statements.length} statements from supabase/schemas`,
  )
  if (byHand.length === 0) return
  console.log('Write these by hand, above the mark, and run the command again:')
  for (const line of byHand) console.log(`  ${line}`)
}

process.exitCode = await main(process.argv[2])
