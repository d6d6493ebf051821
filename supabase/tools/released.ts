import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, readMigrations } from '@cairn/postgres/migrate/migration-files'
import { z } from 'zod'

/**
 * The migrations that databases of others may have, by version, each with its checksum. They never change again; a
 * release has at most one migration beside them, which is written until the release is tagged.
 */
const RELEASED_FILE = 'released.json'

const releasedSchema = z.record(z.string(), z.string())

export interface Released {
  /** Released migrations whose file is gone or has another text: their versions. */
  changed: string[]
  /** Migrations of the next release. */
  unreleased: Migration[]
}

/** Compares a folder of migrations with its record of released ones. */
export async function readReleased(directory: string): Promise<Released> {
  const released = releasedSchema.parse(JSON.parse(readFileSync(join(directory, RELEASED_FILE), 'utf8')))
  const migrations = await readMigrations(directory)
  const checksums = new Map(migrations.map(({ version, checksum }) => [version, checksum]))
  return {
    changed: Object.keys(released).filter((version) => checksums.get(version) !== released[version]),
    unreleased: migrations.filter(({ version }) => released[version] === undefined),
  }
}

/** Records all migrations of a folder as released. Throws where a released one was changed. Returns the added files. */
export async function recordReleased(directory: string): Promise<string[]> {
  const { changed, unreleased } = await readReleased(directory)
  if (changed.length > 0) throw new Error(`Released migrations were changed: ${changed.join(', ')}.`)
  const checksums = (await readMigrations(directory)).map(({ version, checksum }) => [version, checksum])
  writeFileSync(join(directory, RELEASED_FILE), `${JSON.stringify(Object.fromEntries(checksums), null, 2)}\n`)
  return unreleased.map(({ path }) => basename(path))
}
