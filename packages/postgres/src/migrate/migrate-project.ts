import { basename } from 'node:path'
import { boundLockWaits, type LockWatch, withBoundedLockWaits } from '../start/lock-waits.ts'
import { LOCKS } from '../start/locks.ts'
import { type Patience, reach } from '../start/patience.ts'
import { lockForStart } from '../start/start-lock.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { inTransaction, type Statements } from '../wire/transaction.ts'
import { applyScript, type Review, type Script } from './apply-script.ts'
import { carryOut, readHistory, SUPABASE_HISTORY } from './migrate.ts'
import { type Migration, MigrationFailed, readMigrations } from './migration-files.ts'
import { planMigrations } from './migration-plan.ts'
import { type Recorded, reviewProject } from './project-statements.ts'

/** The parts of a project in the layout of the Supabase CLI that belong into the database. */
export interface ProjectScripts {
  /** Folder of `<version>_<name>.sql` files; a missing folder counts as empty. */
  migrations: string
  /** The scripts that run once, on a database that is new to the project. */
  seeds: readonly Script[]
}

interface ProjectOptions {
  patience: Patience
  /**
   * Called for an extension that this Postgres lacks: a file requests it and continues without, or each project has it.
   */
  onLacking: (extension: string, path: string | null) => void
  /** Folder of the SQL that stands for a lacking extension: `<extension>.sql`. */
  facades: string
  /** Called at each start for an extension whose calls are only recorded, with what is recorded of it by name. */
  onRecorded: (extension: Recorded, names: readonly string[]) => void
}

/** A step of the start, in its own transaction. */
interface Step {
  tx: Statements
  run: { patience: Patience; watch: LockWatch; review: Review }
}

/**
 * Applies a project's missing migrations, each in a separate transaction as the Supabase CLI does: a later one may need
 * the commit of an earlier one, such as the value of an enum. Then it runs the seeds, all in one transaction, once.
 * Returns the names of the files. The database has to have the base (packages/postgres/supabase-base).
 *
 * Throws {@link MigrationFailed} when a file fails, which is then rolled back, and when folder and history contradict
 * each other; `StartBlocked` when another start does not end.
 */
export async function migrateProject(
  target: ConnectionTarget,
  { migrations, seeds }: ProjectScripts,
  { patience, onLacking, facades, onRecorded }: ProjectOptions,
): Promise<string[]> {
  const inFolder = await readMigrations(migrations)
  refuseTwins(inFolder)
  const review = reviewProject(facades, onLacking)
  const client = await reach(target, 'cairn migrations', patience)
  const locked = <T>(work: (step: Step) => Promise<T>): Promise<T> =>
    inTransaction(client.sql, async (tx) => {
      await lockForStart(tx, LOCKS.migrations, 'migrates this database', patience)
      return withBoundedLockWaits(tx, { target, patience, what: 'The migration' }, (watch) =>
        work({ tx, run: { patience, watch, review } }),
      )
    })
  try {
    const applied: string[] = []
    for (;;) {
      const file = await locked((step) => applyNext(step, migrations, inFolder))
      if (file === null) break
      applied.push(file)
    }
    const seeded = await locked((step) => seed(step, seeds))
    for (const extension of await lackingOf(client.sql)) onLacking(extension, null)
    await tellRecorded(client.sql, onRecorded)
    return [...applied, ...seeded]
  } finally {
    await client.close()
  }
}

/** Applies the first missing migration, and returns its name; null when there is none. */
async function applyNext(
  { tx, run }: Step,
  directory: string,
  inFolder: readonly Migration[],
): Promise<string | null> {
  const source = { directory, history: SUPABASE_HISTORY }
  const plan = planMigrations(inFolder, await readHistory(tx, source), null, ofAnother(directory))
  const [next] = plan.pending
  await carryOut(tx, source, { ...plan, pending: next === undefined ? [] : [next] }, run)
  return next === undefined ? null : basename(next.path)
}

async function seed({ tx, run }: Step, seeds: readonly Script[]): Promise<string[]> {
  const [unseeded] = await tx`select from cairn.project where seeded_at is null for update`
  if (unseeded === undefined) return []
  await tx`reset all`
  await boundLockWaits(tx, run.patience)
  for (const script of seeds) await applyScript(tx, script, run.watch, run.review)
  await tx`update cairn.project set seeded_at = now()`
  return seeds.map(({ path }) => basename(path))
}

/** The missing ones of the extensions that each project has. */
async function lackingOf(sql: Statements): Promise<string[]> {
  const lacking = await sql<{ name: string }[]>`
    select wanted.name
    from (values ('pgcrypto'), ('uuid-ossp')) as wanted (name)
    where not exists (select from pg_extension e where e.extname = wanted.name)`
  return lacking.map(({ name }) => name)
}

/** A schema without its extension is the one that stands for it. */
async function tellRecorded(sql: Statements, onRecorded: ProjectOptions['onRecorded']): Promise<void> {
  const [found] = await sql<[{ cron: boolean; net: boolean; vault: boolean }]>`
    select
      to_regclass('cron.job') is not null
        and not exists (select from pg_extension where extname = 'pg_cron') as cron,
      to_regclass('net.http_request_queue') is not null
        and not exists (select from pg_extension where extname = 'pg_net') as net,
      to_regclass('vault.secrets') is not null
        and not exists (select from pg_extension where extname = 'supabase_vault') as vault`
  if (found.cron) {
    const jobs = await sql<{ name: string }[]>`
      select coalesce(jobname, schedule) as name from cron.job where active order by jobid`
    onRecorded(
      'pg_cron',
      jobs.map(({ name }) => name),
    )
  }
  if (found.net) onRecorded('pg_net', [])
  if (!found.vault) return
  const secrets = await sql<{ name: string }[]>`
    select coalesce(name, id::text) as name from vault.secrets order by created_at, name`
  if (secrets.length === 0) return
  onRecorded(
    'supabase_vault',
    secrets.map(({ name }) => name),
  )
}

function refuseTwins(inFolder: readonly Migration[]): void {
  const twin = inFolder.find(({ version }, index) => inFolder[index - 1]?.version === version)
  if (twin === undefined) return
  throw new MigrationFailed(
    `${twin.path}: another migration has the version ${twin.version} too. Give it a later one.`,
  )
}

const ofAnother = (directory: string) => (versions: string) =>
  `The database has migrations that ${directory} does not have (${versions}). It belongs to another project, or to a later state of this one: set CAIRN_DATA_DIR or DATABASE_URL to that of this project.`
