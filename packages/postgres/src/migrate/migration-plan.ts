import { basename } from 'node:path'
import { type Baseline, type Replacement, replacementFor } from './baseline.ts'
import { type AppliedMigration, type Migration, MigrationFailed } from './migration-files.ts'

/** The steps after which the history matches the folder. */
export interface MigrationPlan {
  /** The migrations to apply, in their order. */
  pending: Migration[]
  /** Applied migrations whose checksum has yet to be recorded. */
  unmarked: Migration[]
  /** The baseline that replaces earlier migrations in the history; it is not applied itself. */
  replacement: Replacement | null
}

/**
 * Compares folder and history. Pure; throws {@link MigrationFailed} when they contradict each other. `explainUnknown`
 * explains why the history may have versions that the folder does not have.
 */
export function planMigrations(
  inFolder: readonly Migration[],
  history: readonly AppliedMigration[],
  baseline: Baseline | null = null,
  explainUnknown: (versions: string) => string = newerThanThis,
): MigrationPlan {
  const replacement = replacementFor(baseline, inFolder, history)
  const applied = withReplacement(history, replacement)
  const byVersion = new Map(inFolder.map((migration) => [migration.version, migration]))
  const unknown = applied.filter(({ version }) => !byVersion.has(version)).map(({ version }) => version)
  if (unknown.length > 0) throw new MigrationFailed(explainUnknown(unknown.join(', ')))
  const unmarked: Migration[] = []
  for (const { version, checksum } of applied) {
    const migration = byVersion.get(version)
    if (migration === undefined) continue
    if (checksum === null) unmarked.push(migration)
    else if (checksum !== migration.checksum) refuseChanged(migration)
  }
  const known = new Set(applied.map(({ version }) => version))
  const last = [...known].toSorted().at(-1) ?? ''
  const pending = inFolder.filter(({ version }) => !known.has(version))
  const late = pending.find(({ version }) => version < last)
  if (late !== undefined) refuseLate(late, last)
  return { pending, unmarked, replacement }
}

/** The history after the baseline has replaced migrations. */
function withReplacement(
  history: readonly AppliedMigration[],
  replacement: Replacement | null,
): readonly AppliedMigration[] {
  if (replacement === null) return history
  const { baseline, versions } = replacement
  return [...history.filter(({ version }) => !versions.includes(version)), baseline]
}

const newerThanThis = (versions: string): string =>
  `The database has migrations that this version of Cairn does not know (${versions}): it is newer. Start the newer version.`

function refuseChanged({ path }: Migration): never {
  throw new MigrationFailed(
    `${basename(path)} has been changed since this database was migrated with it. Start Cairn with the original file: ${path}`,
  )
}

function refuseLate({ path }: Migration, last: string): never {
  throw new MigrationFailed(`${path}: sorts before ${last}, which has been applied. Give it a later version.`)
}
