import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The migrations cannot be applied. The message names file and reason; nothing has been changed. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

/** A file of a migrations folder. */
export interface Migration {
  version: string
  name: string
  path: string
  script: string
  /** Changes with every change of the script, except in how its lines end. */
  checksum: string
}

/** What the history says of a migration. The checksum is null where the history was written without. */
export interface AppliedMigration {
  version: string
  checksum: string | null
}

/** What has to be done so that the history says what the folder holds. */
export interface MigrationPlan {
  /** In the order in which they have to be applied. */
  pending: Migration[]
  /** Applied ones whose checksum is still to be noted. */
  unmarked: Migration[]
}

/** Reads the files `<version>_<name>.sql` of a folder, in the order of their versions. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await readdir(directory)).toSorted()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (version === undefined || name === undefined) continue
    const path = join(directory, file)
    const script = await readFile(path, 'utf8')
    migrations.push({ version, name, path, script, checksum: checksumOf(script) })
  }
  return migrations
}

function checksumOf(script: string): string {
  return createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex')
}

/** Compares folder and history. Pure; throws {@link MigrationFailed} when they contradict each other. */
export function planMigrations(
  inFolder: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationPlan {
  const byVersion = new Map(inFolder.map((migration) => [migration.version, migration]))
  refuseUnknown(applied.filter(({ version }) => !byVersion.has(version)))
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
  return { pending, unmarked }
}

function refuseUnknown(unknown: readonly AppliedMigration[]): void {
  if (unknown.length === 0) return
  const versions = unknown.map(({ version }) => version).join(', ')
  throw new MigrationFailed(
    `The database has migrations that this version of Cairn does not know (${versions}): it is newer. Start the newer version.`,
  )
}

function refuseChanged({ path }: Migration): never {
  throw new MigrationFailed(
    `${basename(path)} has been changed since this database was migrated with it. Start Cairn with the original file: ${path}`,
  )
}

function refuseLate({ path }: Migration, last: string): never {
  throw new MigrationFailed(`${path}: sorts before ${last}, which has been applied. Give it a later version.`)
}
