import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '@cairn/auth/auth'
import { createDataApi } from '@cairn/data-api/handler'
import { surviveHandshakeFailures } from '@cairn/postgres/handshake-failures'
import { type Config, parseConfig } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { loadApiKeys } from './http/api-keys.ts'
import { createApp } from './http/app.ts'
import { listen } from './http/listen.ts'
import { createNotices } from './notices/notices.ts'
import type { Observe } from './observe/events.ts'
import { openLog } from './observe/log.ts'
import { SUPABASE_FOLDER, WEB_APP } from './paths.ts'
import { installationSecret } from './secret.ts'
import { readSupabaseConfig, type SupabaseConfig } from './supabase-config.ts'

export interface RunningServer {
  /** Where people reach it. */
  address: string
  /** Takes no new requests, lets those in flight finish, then closes everything that the start opened. */
  stop(reason: string): Promise<void>
}

const FINISH_WITHIN_MS = 10_000

/** Starts everything that the environment asks for. Throws errors with a sentence for the operator. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = parseConfig(env)
  const observe = openLog(config.logLevel)
  surviveHandshakeFailures((cause) => observe({ kind: 'handshake-failed', cause }))
  const secret = installationSecret(config.secret, config.dataDir)
  const product = await readSupabaseConfig(SUPABASE_FOLDER, env)
  const outboxFolder = config.smtpUrl === null ? join(config.dataDir, 'outbox') : null
  if (outboxFolder !== null) mkdirSync(outboxFolder, { recursive: true, mode: 0o700 })

  const database = await openDatabase(config, secret, observe)
  try {
    return await serve({ config, database, product, secret, outboxFolder, observe })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Prepared {
  config: Config
  database: Database
  product: SupabaseConfig
  secret: Uint8Array
  outboxFolder: string | null
  observe: Observe
}

async function serve({
  config,
  database,
  product,
  secret,
  outboxFolder,
  observe,
}: Prepared): Promise<RunningServer> {
  const auth = await createAuth({
    database: database.accounts,
    publicUrl: config.publicUrl,
    secret,
    mail: { from: config.mailFrom, smtpUrl: config.smtpUrl, outboxDir: outboxFolder },
    notices: createNotices(product.notification),
    settings: { ...product.auth, saml: config.samlEnabled, siteUrl: config.publicUrl },
    ...(product.twilio === null ? {} : { twilio: product.twilio }),
    ...(config.legacyJwtSecret === null ? {} : { legacyJwtSecret: config.legacyJwtSecret }),
    observe: (event) => observe({ kind: 'auth', event }),
  })
  const data = await createDataApi({
    pool: database.requests,
    schemas: product.schemas,
    maxRows: product.maxRows,
    basePath: '/rest/v1',
    observe,
  })
  const keys = await loadApiKeys(database.accounts, config.serviceKey, auth.roleOfLegacyKey)

  let stopping = false
  const app = createApp({
    config,
    database,
    keys,
    auth,
    data,
    webFolder: WEB_APP,
    outboxFolder,
    isStopping: () => stopping,
    observe,
  })
  const server = await listen(app, config)
  auth.start()
  observe({ kind: 'listening', address: config.publicUrl })
  return {
    address: config.publicUrl,
    async stop(signal) {
      stopping = true
      observe({ kind: 'stopping', signal })
      await server.close(FINISH_WITHIN_MS)
      await auth.close()
      await database.close()
      observe({ kind: 'stopped' })
    },
  }
}
