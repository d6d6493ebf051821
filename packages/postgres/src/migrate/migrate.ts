import { basename } from 'node:path'
import { boundLockWaits, type LockWatch, withBoundedLockWaits } from '../start/lock-waits.ts'
import { LOCKS } from '../start/locks.ts'
import { NO_PATIENCE, type Patience, reach } from '../start/patience.ts'
import { lockForStart } from '../start/start-lock.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { inTransaction, type Statements } from '../wire/transaction.ts'
import { applyScript, type Review } from './apply-script.ts'
import { type Replacement, readBaseline } from './baseline.ts'
import { type AppliedMigration, type Migration, readMigrations } from './migration-files.ts'
import { type MigrationPlan, planMigrations } from './migration-plan.ts'
import { splitStatements } from './split-statements.ts'

/** A folder of migrations and the table of their history. */
export interface MigrationSource {
  /** Folder of `<version>_<name>.sql` files, applied in the order of their versions. */
  directory: string
  /** Table `schema.table` with version, statements and name, as in the Supabase CLI; and the checksum. */
  history: { schema: string; table: string }
  /** The role that applies them and owns the objects that they create; the connecting user when left out. */
  role?: string
}

/** The history table of the Supabase CLI, so that its commands and ours agree on the applied migrations. */
export const SUPABASE_HISTORY = { schema: 'supabase_migrations', table: 'schema_migrations' }

interface PlannedSource {
  source: MigrationSource
  plan: MigrationPlan
}

/**
 * Applies the missing migrations of all sources, in order, in one transaction: a failure leaves the database as it was.
 * All sources are compared with their histories before anything is applied. Returns the file names that were applied.
 *
 * Throws {@link MigrationFailed} when a migration fails, when the database knows versions that the folder does not,
 * when a file has changed since it was applied, when one sorts before another that has been applied, and when one waits
 * too long for a lock; `StartBlocked` when another start does not end.
 */
export async function migrate(
  target: ConnectionTarget,
  sources: readonly MigrationSource[],
  patience = NO_PATIENCE,
): Promise<string[]> {
  return visit(target, patience, async (tx) => {
    await lockForStart(tx, LOCKS.migrations, 'migrates this database', patience)
    return withBoundedLockWaits(tx, { target, patience, what: 'The migration' }, async (watch) => {
      const planned = await planAll(tx, sources)
      for (const { source, plan } of planned) await carryOut(tx, source, plan, { patience, watch })
      return filesOf(planned)
    })
  })
}

/**
 * Returns the migrations that {@link migrate} would apply. Changes nothing and waits for no other start; throws the
 * refusals of `migrate`.
 */
export async function pendingMigrations(
  target: ConnectionTarget,
  sources: readonly MigrationSource[],
): Promise<string[]> {
  return visit(target, NO_PATIENCE, async (tx) => {
    await tx`set transaction read only`
    await boundLockWaits(tx, NO_PATIENCE)
    return filesOf(await planAll(tx, sources))
  })
}

async function visit<T>(
  target: ConnectionTarget,
  patience: Patience,
  work: (tx: Statements) => Promise<T>,
): Promise<T> {
  const client = await reach(target, 'cairn migrations', patience)
  try {
    return await inTransaction(client.sql, work)
  } finally {
    await client.close()
  }
}

const filesOf = (planned: readonly PlannedSource[]): string[] =>
  planned.flatMap(({ plan }) => plan.pending.map(({ path }) => basename(path)))

async function planAll(tx: Statements, sources: readonly MigrationSource[]): Promise<PlannedSource[]> {
  const planned: PlannedSource[] = []
  for (const source of sources) {
    const [inFolder, baseline] = await Promise.all([
      readMigrations(source.directory),
      readBaseline(source.directory),
    ])
    const plan = planMigrations(inFolder, await readHistory(tx, source), baseline)
    planned.push({ source, plan })
  }
  return planned
}

/** The history of a source; empty where there is none yet. */
export async function readHistory(tx: Statements, { history }: MigrationSource): Promise<AppliedMigration[]> {
  const { schema, table } = history
  const columns = await tx<{ name: string }[]>`
    select a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`
  if (columns.length === 0) return []
  // Databases of the first versions, and those of the Supabase CLI, have no checksums.
  const checksum = columns.some(({ name }) => name === 'checksum') ? tx`checksum` : tx`null`
  return tx<AppliedMigration[]>`
    select version, ${checksum} as checksum from ${tx(schema)}.${tx(table)} order by version`
}

/** Carries out a plan, in the transaction, and records it in the history. */
export async function carryOut(
  tx: Statements,
  source: MigrationSource,
  plan: MigrationPlan,
  { patience, watch, review }: { patience: Patience; watch: LockWatch; review?: Review },
): Promise<void> {
  if (plan.pending.length + plan.unmarked.length === 0 && plan.replacement === null) return
  const { schema, table } = source.history
  await startAs(tx, source, patience)
  // "if not exists" would require the right to create even where there is nothing to create.
  const [existing] = await tx`select from pg_namespace where nspname = ${schema}`
  if (existing === undefined) await tx`create schema ${tx(schema)}`
  await tx`
    create table if not exists ${tx(schema)}.${tx(table)} (
      version text primary key,
      statements text[],
      name text
    )`
  await tx`alter table ${tx(schema)}.${tx(table)} add column if not exists checksum text`
  for (const { version, checksum } of plan.unmarked) {
    await tx`update ${tx(schema)}.${tx(table)} set checksum = ${checksum} where version = ${version}`
  }
  if (plan.replacement !== null) await replace(tx, source, plan.replacement)
  for (const migration of plan.pending) {
    const statements = await applyScript(tx, migration, watch, review)
    await startAs(tx, source, patience)
    await note(tx, source, migration, statements)
  }
  await tx`reset role`
}

/**
 * Begins each migration in the same state: without settings of the previous one, and without pending checks of it. A
 * migration that needs deferred checks defers them itself.
 */
async function startAs(tx: Statements, { role }: MigrationSource, patience: Patience): Promise<void> {
  await tx`set constraints all immediate`
  await tx`reset all`
  await boundLockWaits(tx, patience)
  await tx`reset role`
  if (role !== undefined) await tx`set local role ${tx(role)}`
}

/** Replaces migrations in the history by the baseline; the history keeps its text as if it had been applied. */
async function replace(
  tx: Statements,
  source: MigrationSource,
  { baseline, versions }: Replacement,
): Promise<void> {
  const { schema, table } = source.history
  await tx`delete from ${tx(schema)}.${tx(table)} where version = any(${versions})`
  await note(tx, source, baseline, statementsOf(baseline))
}

const statementsOf = ({ script }: Migration): string[] => splitStatements(script).map(({ text }) => text)

async function note(
  tx: Statements,
  { history }: MigrationSource,
  migration: Migration,
  statements: string[],
): Promise<void> {
  await tx`
    insert into ${tx(history.schema)}.${tx(history.table)} (version, statements, name, checksum)
    values (
      ${migration.version},
      array(select jsonb_array_elements_text(${tx.json(statements)})),
      ${migration.name},
      ${migration.checksum}
    )`
}
