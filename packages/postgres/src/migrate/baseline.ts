import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type AppliedMigration, type Migration, MigrationFailed } from './migration-files.ts'

/** The baseline of a folder of migrations: the migrations that it was put together from. */
const baselineSchema = z.object({
  /** The version of the baseline, a migration of the folder. */
  baseline: z.string(),
  /** The last version of Cairn that had these migrations, for human readers. */
  from: z.string(),
  /** All of these migrations, in their order, with the checksums that the history keeps. */
  replaces: z.array(z.object({ version: z.string(), checksum: z.string() })),
})

export type Baseline = z.infer<typeof baselineSchema>

/** The file of the baseline, beside the migrations. */
const BASELINE_FILE = 'baseline.json'

/** Reads the baseline of a folder of migrations; null where the folder has none. */
export async function readBaseline(directory: string): Promise<Baseline | null> {
  const path = join(directory, BASELINE_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : baselineSchema.parse(JSON.parse(text))
}

/** A baseline that replaces migrations in a history. */
export interface Replacement {
  baseline: Migration
  /** The versions whose rows it replaces. */
  versions: string[]
}

/**
 * Whether a history consists of the migrations that the baseline was put together from; null where it has the baseline,
 * or nothing as old. Pure. Throws {@link MigrationFailed} where the history is older, has only some of these migrations,
 * or has one with another text: then the database differs from the baseline.
 */
export function replacementFor(
  baseline: Baseline | null,
  inFolder: readonly Migration[],
  applied: readonly AppliedMigration[],
): Replacement | null {
  const migration = inFolder.find(({ version }) => version === baseline?.baseline)
  if (baseline === null || migration === undefined) return null
  const checksums = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  if (checksums.has(baseline.baseline)) return null
  if (!applied.some(({ version }) => version < baseline.baseline)) return null
  const known = baseline.replaces.filter(({ version }) => checksums.has(version))
  if (known.length < baseline.replaces.length) refuseEarlier(baseline)
  const changed = known.find(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  if (changed !== undefined) refuseOther(changed.version, migration)
  return { baseline: migration, versions: known.map(({ version }) => version) }
}

function refuseEarlier({ from }: Baseline): never {
  throw new MigrationFailed(
    `This database was made by a version of Cairn before ${from}. Start ${from} once, which brings the database up to date, and then this version.`,
  )
}

function refuseOther(version: string, { path }: Migration): never {
  throw new MigrationFailed(
    `The database has another migration ${version} than the one that ${basename(path)} replaces. Start the version of Cairn that the database was made with.`,
  )
}
