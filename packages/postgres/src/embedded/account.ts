import { readFileSync } from 'node:fs'

/** The operating system user that Postgres runs as; null when it is the user who started Cairn. */
export interface SystemAccount {
  name: string
  uid: number
  gid: number
}

/** Tried in this order when root started Cairn, because Postgres refuses to run as root. */
const ACCOUNTS_FOR_ROOT = ['cairn', 'postgres', 'nobody']

/** The user that Postgres has to run as. Throws when root started Cairn and the system has none of the other users. */
export function postgresAccount(): SystemAccount | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ACCOUNTS_FOR_ROOT) {
    const [name, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (name !== undefined && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    `Postgres does not run as root, and there is no user ${ACCOUNTS_FOR_ROOT.join(', ')} to run it as.`,
  )
}
