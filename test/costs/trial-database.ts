import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { connected, databaseOfSchemas } from '../../supabase/tests/support/databases.ts'
import { type Changes, changesBetween } from '../../supabase/tools/changes.ts'
import { type DatabaseObject, objectsOf } from '../../supabase/tools/objects.ts'
import { readSchemas } from '../../supabase/tools/schema-files.ts'
import { statementsOf } from '../../supabase/tools/statements.ts'

/** The changes of a database, written after the parts by hand, and what is left once they are made. */
interface Migrated {
  written: Changes
  left: Changes
  /** The existing functions that the migration changed. */
  restated: readonly string[]
}

/** Migrates a database of the product to the schemas of a tried product. */
export async function migrate(sql: postgres.Sql, folder: string): Promise<Migrated> {
  const schemas = readSchemas(join(folder, 'supabase', 'schemas'))
  const statements = statementsOf(schemas)
  const wanted = await databaseOfSchemas(schemas)
  const described = await connected(wanted.admin, objectsOf)
  await wanted.drop()
  const before = await objectsOf(sql)
  await sql.unsafe(partsByHand(folder))
  const written = changesBetween(await objectsOf(sql), described, statements)
  await sql.unsafe(['set check_function_bodies = off;', ...written.statements, 'reset all;'].join('\n'))
  const after = await objectsOf(sql)
  return {
    written,
    left: changesBetween(after, described, statements),
    restated: changedFunctions(before, after),
  }
}

/** The parts of the migrations that a developer writes. */
function partsByHand(folder: string): string {
  const migrations = join(folder, 'supabase', 'migrations')
  const names = readdirSync(migrations)
    .filter((name) => name.endsWith('_trial.sql'))
    .toSorted()
  return names.map((name) => readFileSync(join(migrations, name), 'utf8')).join('\n')
}

function changedFunctions(before: readonly DatabaseObject[], after: readonly DatabaseObject[]): string[] {
  const now = new Map(after.map((each) => [each.name, each.definition]))
  return before
    .filter(({ kind, name, definition }) => kind === 'function' && now.get(name) !== definition)
    .map(({ name }) => name)
}
