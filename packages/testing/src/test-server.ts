import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded'
import { parseTarget } from '@cairn/postgres/pool'

const ADDRESS = 'CAIRN_TEST_DATABASE'

/** Memory where the system offers it: what a test writes is thrown away all the same. */
function scratchFolder(): string {
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'cairn-test-'))
  // Postgres runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
  return folder
}

/** Starts the Postgres that all test files of a run share, and tells them its address through the environment. */
export async function startTestServer(): Promise<{ stop(): Promise<void> }> {
  const folder = scratchFolder()
  const server: EmbeddedPostgres = await openEmbedded({ folder })
  const { user, password, database, host, port } = server.admin
  process.env[ADDRESS] =
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return {
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The administrator of the shared test Postgres. */
export function testAdmin(): ReturnType<typeof parseTarget> {
  const address = process.env[ADDRESS]
  if (address === undefined)
    throw new Error('The test Postgres is not running: run the tests through vitest at the root.')
  return parseTarget(address)
}
