import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFailed } from '../start/start-failed.ts'
import { postgresAccount, type SystemAccount } from './account.ts'
import { type Binaries, giveTo, prepareClusterPaths } from './cluster-paths.ts'
import { newPassword } from './initialise.ts'

/** What a cluster is made of that is not made by initdb. */
interface Restoring {
  /** Where its files go. */
  data: string
  binaries: Binaries
  account: SystemAccount | null
  /** The password that its administrator is to have. */
  password: string
}

/**
 * Makes the built-in Postgres of a folder out of something else than nothing. `make` writes its files; until it has
 * ended nothing looks like a cluster, and what it leaves behind when it fails is removed.
 *
 * Throws {@link StartFailed} where the folder has a database already, and what `make` throws.
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
    // Root's is elsewhere, and a link leads to it.
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
