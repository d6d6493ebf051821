import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemAccount } from '@cairn/postgres/embedded/account'
import { type Binaries, installedBinaries, usableBy, versionOf } from '@cairn/postgres/embedded/cluster-paths'
import { type Header, majorOf } from './format/header.ts'

/** Where Debian and its relatives keep the programs of a major version. */
const debianPrograms = (major: number): string => `/usr/lib/postgresql/${major}/bin`

/** The programs in a folder. */
export const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
})

/** A Postgres that can read a backup's files: the built-in one for its own, the system's for one's own. Null for none. */
export async function binariesFor(header: Header, account: SystemAccount | null): Promise<Binaries | null> {
  const major = majorOf(header.postgres)
  const ofSystem = binariesIn(debianPrograms(major))
  if (!header.builtIn) return existsSync(ofSystem.postgres) ? ofSystem : null
  const installed = usableBy(account, await installedBinaries())
  return Number.parseInt(versionOf(installed), 10) === major ? installed : null
}
