import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { testAdmin } from '@cairn/testing/test-server'
import postgres from 'postgres'
import { readSchemas, type SchemaFile, schemaScript } from '../../tools/schema-files.ts'

/** Works in a database of the shared Postgres as its superuser. */
export async function inDatabase<T>(database: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return connected({ ...testAdmin(), database }, work)
}

/** Works on one connection, which is closed afterwards. */
export async function connected<T>(
  target: ConnectionTarget,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres({ ...target, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A database that the files of supabase/schemas made, and no migration. */
export async function databaseOfSchemas(files: readonly SchemaFile[] = readSchemas()): Promise<TestDatabase> {
  const database = await testDatabase('auth')
  await connected(database.admin, (sql) => sql.unsafe(schemaScript(files)))
  return database
}
