import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

const KNOWN_PLACES = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]
const CLUSTERS = '/etc/postgresql-common'

/**
 * The folder with the programs of a Postgres 15, the oldest that Cairn runs on; null where there is none. Installs
 * Debian's package where there is none and root on Debian asks.
 */
export async function ensurePostgres15() {
  const found = findPostgres15()
  if (found !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  // Only the programs are wanted: without this the package would make a database and start it.
  if (!existsSync(CLUSTERS)) {
    mkdirSync(CLUSTERS)
    writeFileSync(join(CLUSTERS, 'createcluster.conf'), 'create_main_cluster = false\n')
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'], {
    env,
    quiet: true,
  })
  return findPostgres15()
}

function findPostgres15() {
  return (
    process.env.CAIRN_POSTGRES_15 ?? KNOWN_PLACES.find((path) => existsSync(join(path, 'postgres'))) ?? null
  )
}
