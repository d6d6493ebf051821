import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailed } from '../start/start-failed.ts'

/** The operating system user that Postgres runs as; null when it is the user who started Cairn. */
export interface SystemAccount {
  name: string
  uid: number
  gid: number
}

/** Tried in this order when root started Cairn, because Postgres refuses to run as root. */
const ACCOUNTS_FOR_ROOT = ['cairn', 'postgres', 'nobody']

/** Files that only the user who starts Cairn reads and writes. */
const OWN_FILES = ['secret', 'postgres-password']

/**
 * The user that Postgres has to run as: for root the one whose files the cluster's are, or one of a few that systems
 * have. Throws {@link StartFailed} when there is none of them.
 */
export function postgresAccount(data: string): SystemAccount | null {
  if (process.getuid?.() !== 0) return null
  const users = systemUsers()
  const owner = ownerOf(data)
  if (owner !== null && owner.uid !== 0) {
    return users.find(({ uid }) => uid === owner.uid) ?? { ...owner, name: String(owner.uid) }
  }
  const found = ACCOUNTS_FOR_ROOT.map((wanted) => users.find(({ name }) => name === wanted)).find(
    (user) => user !== undefined && user.uid > 0,
  )
  if (found !== undefined) return found
  throw new StartFailed(
    `Postgres does not run as root, and there is no user ${ACCOUNTS_FOR_ROOT.join(', ')} to run it as. Start Cairn as another user.`,
  )
}

/**
 * Throws {@link StartFailed} when root starts on the data folder of another user: what it wrote there would lock that
 * user out. Changes nothing.
 */
export function refuseFolderOfOthers(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const file of OWN_FILES) {
    const owner = ownerOf(join(folder, file))
    if (owner === null || owner.uid === 0) continue
    const name = systemUsers().find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid)
    throw new StartFailed(
      `The folder ${folder} belongs to the user ${name}. Start Cairn as ${name}, or set CAIRN_DATA_DIR.`,
    )
  }
}

function systemUsers(): SystemAccount[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null
}

/** How to run one of Postgres's programs: as that user, where it may be, with messages in English. */
export function identity(account: SystemAccount | null): {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
} {
  const env = { ...process.env, LC_ALL: 'C' }
  return account === null ? { cwd: '/', env } : { uid: account.uid, gid: account.gid, cwd: '/', env }
}
