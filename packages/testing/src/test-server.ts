import { join } from 'node:path'
import { parseDatabaseUrl } from '@cairn/postgres/pool/database-url'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { EMPTY_CLUSTER, type PreparedCluster } from './prepared-cluster.ts'
import { openScratchPostgres } from './scratch-postgres.ts'

const ADDRESS = 'CAIRN_TEST_DATABASE'

/** The folder of the programs of another Postgres than the built-in one, to run all tests on it. */
const OTHER_POSTGRES = process.env['CAIRN_TEST_POSTGRES']

/**
 * Starts the Postgres that all test files of a run share, and puts its address into the environment. `settings` are
 * those of Postgres; `prepared` is what is in it.
 */
export async function startTestServer(
  settings: Readonly<Record<string, string>> = {},
  prepared: PreparedCluster = EMPTY_CLUSTER,
): Promise<{ stop(): Promise<void> }> {
  const server = await openScratchPostgres({
    settings,
    prepared,
    ...(OTHER_POSTGRES !== undefined && {
      binaries: { initdb: join(OTHER_POSTGRES, 'initdb'), postgres: join(OTHER_POSTGRES, 'postgres') },
    }),
  })
  const { user, password, database, host, port } = server.admin
  process.env[ADDRESS] =
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return server
}

/** Whether this run has its Postgres already. */
export function isTestServerRunning(): boolean {
  return process.env[ADDRESS] !== undefined
}

/** The administrator of the shared test Postgres. */
export function testAdmin(): ConnectionTarget {
  const address = process.env[ADDRESS]
  if (address === undefined)
    throw new Error(
      'The test Postgres is not running: run the tests through vitest at the root, in a file that is called .db.test.ts.',
    )
  return parseDatabaseUrl(address)
}
