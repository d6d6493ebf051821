import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFailed } from '../start/start-failed.ts'
import { postgresAccount, type SystemAccount } from './account.ts'
import { type Binaries, giveTo, prepareClusterPaths } from './cluster-paths.ts'
import { newPassword } from './initialise.ts'

/** The source of a cluster that is not made by initdb. */
interface Restoring {
  /** The folder for its files. */
  data: string
  binaries: Binaries
  account: SystemAccount | null
  /** The future password of its administrator. */
  password: string
}

/**
 * Creates the built-in Postgres of a folder from existing data. `make` writes its files; until it has ended, the folder
 * does not look like a cluster, and files that it leaves behind when it fails are removed.
 *
 * Throws {@link StartFailed} where the folder has a database already, and the errors of `make`.
 */
export async function restoreEmbedded<T>(
  folder: string,
  make: (restoring: Restoring) => Promise<T>,
): Promise<T> {
  const home = join(folder, 'postgres')
  refuseDatabase(folder, home)
  const passwordFile = join(folder, 'postgres-password')
  const isNew = (path: string) => !existsSync(path)
  const made = [passwordFile, home, folder].filter(isNew)
  const account = postgresAccount(join(home, 'data'))
  const paths = await prepareClusterPaths(home, account)
  const draft = mkdtempSync(join(dirname(paths.data), `creating-${process.pid}-`))
  if (account !== null) giveTo(draft, account)
  try {
    const data = join(draft, 'data')
    const password = newPassword(passwordFile)
    const result = await make({ data, binaries: paths.binaries, account, password })
    renameSync(data, paths.data)
    return result
  } catch (error) {
    // The files of root are elsewhere, and a link leads to them.
    if (made.includes(home)) rmSync(dirname(paths.data), { recursive: true, force: true })
    for (const path of made) rmSync(path, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
    if (paths.socket !== dirname(paths.data)) rmSync(paths.socket, { recursive: true, force: true })
  }
}

function refuseDatabase(folder: string, home: string): void {
  const there = lstatSync(home, { throwIfNoEntry: false })
  if (there === undefined || (existsSync(home) && readdirSync(home).every(isDraft))) return
  throw new StartFailed(
    `The folder ${folder} has a database already. Restore into an empty one: set CAIRN_DATA_DIR, or move ${home} away.`,
  )
}

const isDraft = (name: string): boolean => name.startsWith('creating-')
