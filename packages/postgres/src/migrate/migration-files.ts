import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
  /** The checksum changes with every change of the script, except for its line ends. */
  checksum: string
}

/** The entry of a migration in the history. The checksum is null where the history was written without. */
export interface AppliedMigration {
  version: string
  checksum: string | null
}

/** Reads the files `<version>_<name>.sql` of a folder, in the order of their versions; none where there is no folder. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await namesIn(directory)).toSorted()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (version === undefined || name === undefined) continue
    const path = join(directory, file)
    const script = await readFile(path, 'utf8')
    migrations.push({ version, name, path, script, checksum: checksumOf(script) })
  }
  return migrations
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function checksumOf(script: string): string {
  return createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex')
}
