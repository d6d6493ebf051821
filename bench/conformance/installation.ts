import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthSettings } from '@cairn/auth/options'
import { installationSecrets } from '@cairn/auth/tokens/secrets'
import { openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { jobsOfEachProcess } from '@cairn/server/jobs/jobs'
import { parseConfig } from '@cairn/server/settings/config'
import { ALONE } from '@cairn/server/settings/place'
import { serve } from '@cairn/server/start/serve'
import type { TestDatabase } from '@cairn/testing/test-database'
import { z } from 'zod'
import { COMMON } from './settings.ts'

/** An installation for a suite: the whole server, gateway and all, over a database with the suite's own data. */
export interface SuiteInstallation {
  port: number
  host: string
  schemas: readonly string[]
  settings: Partial<AuthSettings>
  /** The operator's switches. */
  env?: Record<string, string>
}

/** The properties of an installation that a client needs. */
export interface Installed {
  origin: string
  publishableKey: string
  serviceKey: string
}

const SERVICE_KEY = `sb_secret_${'conformance'.padEnd(32, '0')}`
const SECRET = new Uint8Array(32).fill(9)
const clientConfig = z.object({ key: z.string() })

/** Starts an installation. Unexpected errors are printed beside the results of the suite. */
export async function install(
  { port, host, schemas, settings, env = {} }: SuiteInstallation,
  { admin, authenticator, authAdmin }: TestDatabase,
): Promise<Installed & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-conformance-'))
  const origin = `http://${host}:${port}`
  const config = parseConfig({
    PORT: String(port),
    PUBLIC_URL: origin,
    CAIRN_DATA_DIR: folder,
    CAIRN_SERVICE_KEY: SERVICE_KEY,
    SHUTDOWN_DELAY: '0',
    ...env,
  })
  const requests = openPool({ target: authenticator, size: 8, name: 'conformance requests' })
  const accounts = openPool({ target: authAdmin, size: 4, name: 'conformance accounts' })
  const database = privileged(accounts)
  const server = await serve({
    config,
    place: ALONE,
    database: {
      admin,
      requests,
      accounts: database,
      health: database,
      clock: await openDatabaseClock(database, () => {}),
      load: () => [requests.load(), accounts.load()],
      standbyIsMissing: () => false,
      renewPasswords: async () => {},
      inLine: (step) => step(),
      close: async () => void (await Promise.all([requests.close(), accounts.close()])),
    },
    product: {
      schemas,
      extraSearchPath: ['public', 'extensions'],
      maxRows: 1_000,
      auth: { ...COMMON, ...settings },
      notices: {},
      siteUrl: null,
      twilio: null,
    },
    jobs: jobsOfEachProcess,
    site: null,
    secrets: installationSecrets(SECRET, null),
    outbox: { folder, key: '' },
    counted: null,
    observe: (event) => {
      const isFailure = event.kind === 'request-failed' || event.kind === 'data-api-failure'
      if (isFailure || (event.kind === 'auth' && event.event.kind === 'request-failed')) console.error(event)
    },
  })
  const { key } = clientConfig.parse(await (await fetch(`${origin}/config.json`)).json())
  return {
    origin,
    publishableKey: key,
    serviceKey: SERVICE_KEY,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
