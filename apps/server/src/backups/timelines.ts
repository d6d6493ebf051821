import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './listed-backups.ts'

interface Known {
  /** Where backups, and what Postgres wrote, may be. */
  folders: readonly string[]
  system: string
  /** The history that a backup is of. */
  timeline: number
}

/**
 * Keeps Postgres from giving its next history a number that one has already in these folders: two restores of one
 * backup would both begin the next one. Puts a file for each number into the folder in which Postgres looks for them;
 * the function that is returned removes them.
 */
export async function reserveTimelines(
  walFolder: string,
  { folders, system, timeline }: Known,
): Promise<() => Promise<void>> {
  const latest = Math.max(timeline, ...(await Promise.all(folders.map((dir) => latestIn(dir, system)))))
  const files: string[] = []
  for (let number = timeline + 1; number <= latest; number += 1) {
    const name = `${number.toString(16).padStart(8, '0').toUpperCase()}.history`
    const path = join(walFolder, name)
    if (existsSync(path)) continue
    await writeFile(path, '# Another restore began this history.\n', { mode: 0o600 })
    files.push(path)
  }
  return async () => {
    for (const path of files) await rm(path, { force: true })
  }
}

async function latestIn(dir: string, system: string): Promise<number> {
  const backups = await listBackups(dir)
  const ofBackups = backups.flatMap(({ header }) =>
    header.system === system && header.timeline !== undefined ? [header.timeline] : [],
  )
  const folders = await readdir(join(dir, 'wal')).catch(() => [])
  const ofWal = folders.flatMap((name) => {
    const [, owner, number] = /^(\d+)-(\d+)$/.exec(name) ?? []
    return owner === system ? [Number(number)] : []
  })
  return Math.max(0, ...ofBackups, ...ofWal)
}
