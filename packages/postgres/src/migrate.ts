import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import { postgresFailure } from './errors.ts'
import { LOCKS } from './locks.ts'
import type { ConnectionTarget } from './pool.ts'
import { splitStatements } from './split-statements.ts'
import { sslOption } from './tls.ts'

/** A migration that could not be applied. The message names file, line and reason; nothing of it stays behind. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

/** A folder of migrations and where their history is kept. */
export interface MigrationSource {
  /** Folder of `<version>_<name>.sql` files, applied in the order of their versions. */
  directory: string
  /** Table `schema.table` with version, statements and name, as the Supabase CLI keeps it. */
  history: { schema: string; table: string }
  /** The role that applies them and owns what they make; the connecting user when left out. */
  role?: string
}

/** The history table of the Supabase CLI, so that its commands and ours agree on what has been applied. */
export const SUPABASE_HISTORY = { schema: 'supabase_migrations', table: 'schema_migrations' }

interface Migration {
  version: string
  name: string
  path: string
}

/**
 * Applies what is missing of each source, in order, each migration in a transaction of its own together with its entry
 * in the history. Returns the file names that were applied.
 *
 * Throws {@link MigrationFailed} when a migration fails, when the database knows versions that the folder does not, and
 * when a file sorts before one that has been applied.
 */
export async function migrate(
  target: ConnectionTarget,
  sources: readonly MigrationSource[],
): Promise<string[]> {
  const sql = postgres({
    ...target,
    ssl: sslOption(target),
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'cairn migrations' },
  })
  try {
    await sql`select pg_advisory_lock(${LOCKS.migrations})`
    const applied: string[] = []
    for (const source of sources) applied.push(...(await applySource(sql, source)))
    return applied
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function applySource(sql: postgres.Sql, source: MigrationSource): Promise<string[]> {
  const { schema, table } = source.history
  if (source.role !== undefined) await sql`set role ${sql(source.role)}`
  // "if not exists" would ask for the right to create even where there is nothing to create.
  const [existing] = await sql`select from pg_namespace where nspname = ${schema}`
  if (existing === undefined) await sql`create schema ${sql(schema)}`
  await sql`
    create table if not exists ${sql(schema)}.${sql(table)} (
      version text primary key,
      statements text[],
      name text
    )`
  const known = await sql<
    { version: string }[]
  >`select version from ${sql(schema)}.${sql(table)} order by version`
  const pending = pendingMigrations(
    await readMigrations(source.directory),
    known.map((row) => row.version),
  )
  for (const migration of pending) await apply(sql, source, migration)
  if (source.role !== undefined) await sql`reset role`
  return pending.map((migration) => basename(migration.path))
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await readdir(directory)
  return names
    .flatMap((file) => {
      const match = /^(\d+)_(.+)\.sql$/.exec(file)
      const [version, name] = [match?.[1], match?.[2]]
      return version === undefined || name === undefined
        ? []
        : [{ version, name, path: join(directory, file) }]
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1))
}

/** What is left to apply. Pure; throws {@link MigrationFailed} when folder and history contradict each other. */
export function pendingMigrations(inFolder: readonly Migration[], applied: readonly string[]): Migration[] {
  const versions = new Set(inFolder.map((migration) => migration.version))
  const unknown = applied.filter((version) => !versions.has(version))
  if (unknown.length > 0) {
    throw new MigrationFailed(
      `The database has migrations that this version of Cairn does not know (${unknown.join(', ')}): it is newer. Start the newer version.`,
    )
  }
  const last = applied.at(-1) ?? ''
  const pending = inFolder.filter((migration) => !applied.includes(migration.version))
  const late = pending.find((migration) => migration.version < last)
  if (late !== undefined) {
    throw new MigrationFailed(
      `${late.path}: sorts before ${last}, which has been applied. Give it a later version.`,
    )
  }
  return pending
}

async function apply(sql: postgres.Sql, source: MigrationSource, migration: Migration): Promise<void> {
  const statements = splitStatements(await readFile(migration.path, 'utf8'))
  const { schema, table } = source.history
  await sql.begin(async (tx) => {
    for (const statement of statements) {
      await tx.unsafe(statement.text).catch((error: unknown) => {
        throw migrationFailed(migration.path, statement, error)
      })
    }
    await tx`
      insert into ${tx(schema)}.${tx(table)} (version, statements, name)
      values (
        ${migration.version},
        array(select jsonb_array_elements_text(${tx.json(statements.map((statement) => statement.text))})),
        ${migration.name}
      )`
  })
}

function migrationFailed(
  path: string,
  statement: { text: string; line: number },
  error: unknown,
): MigrationFailed {
  const failure = postgresFailure(error)
  const reason = failure?.message ?? (error instanceof Error ? error.message : String(error))
  const line = statement.line + lineOffset(statement.text, error)
  const hint = failure?.hint ? ` (${failure.hint})` : ''
  return new MigrationFailed(`${path}:${line}: ${reason}${hint}`, { cause: error })
}

/** Postgres gives the place of an error as a character position (from 1) within the statement, where it knows it. */
function lineOffset(statement: string, error: unknown): number {
  const position = error instanceof postgres.PostgresError ? Number(error.position) : Number.NaN
  if (!Number.isFinite(position)) return 0
  return [...statement].slice(0, position).filter((character) => character === '\n').length
}
