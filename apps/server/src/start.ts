import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '@cairn/auth/auth'
import { createDataApi } from '@cairn/data-api/handler'
import { refuseFolderOfOthers } from '@cairn/postgres/embedded/account'
import { type Config, parseConfig } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { loadApiKeys } from './http/api-keys.ts'
import { createApp } from './http/app.ts'
import { listen } from './http/listen.ts'
import { createRequesters } from './http/requesters.ts'
import { mailNotice } from './mail-notice.ts'
import { createNotices } from './notices/notices.ts'
import { createUnsubscribeLinks } from './notices/unsubscribe-links.ts'
import type { Observe } from './observe/events.ts'
import { openLog } from './observe/log.ts'
import { watchOverErrors } from './observe/stray-errors.ts'
import { SUPABASE_FOLDER, WEB_APP } from './paths.ts'
import { bringPublicMailDomains } from './public-mail/public-mail-lists.ts'
import { expiriesOf } from './retention.ts'
import { installationSecret } from './secret.ts'
import { defaultShutdownDelayMs, stopInOrder } from './stopping.ts'
import { readSupabaseConfig, type SupabaseConfig } from './supabase-config.ts'

export interface RunningServer {
  /** Where people reach it. */
  address: string
  /** What the operator has to know of mail, while none is sent; else null. Holds a key: it is no line for the log. */
  mailNotice: string | null
  /** Lets load balancers notice and requests finish, then closes everything that the start opened. */
  stop(reason: string): Promise<void>
}

/** Starts everything that the environment asks for. Throws errors with a sentence for the operator. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = parseConfig(env)
  const observe = openLog(config.logLevel)
  watchOverErrors(observe)
  refuseFolderOfOthers(config.dataDir)
  const secret = installationSecret(config.secret, config.dataDir)
  const product = await readSupabaseConfig(SUPABASE_FOLDER, env)
  const outbox = config.smtpUrl === null ? openOutbox(config.dataDir) : null

  const database = await openDatabase(config, secret, observe)
  try {
    return await serve({ config, database, product, secret, outbox, observe })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Outbox {
  folder: string
  /** Opens the outbox from elsewhere, until the next start. */
  key: string
}

function openOutbox(dataDir: string): Outbox {
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { folder, key: randomBytes(24).toString('base64url') }
}

interface Prepared {
  config: Config
  database: Database
  product: SupabaseConfig
  secret: Uint8Array
  outbox: Outbox | null
  observe: Observe
}

async function serve(prepared: Prepared): Promise<RunningServer> {
  const { config, database, product, secret, outbox, observe } = prepared
  await bringPublicMailDomains(database.accounts)
  const unsubscribeLinks = createUnsubscribeLinks({ publicUrl: config.publicUrl, secret })
  const auth = await createAuth({
    database: database.accounts,
    publicUrl: config.publicUrl,
    secret,
    mail: { from: config.mailFrom, smtpUrl: config.smtpUrl, outboxDir: outbox?.folder ?? null },
    notices: createNotices({
      templates: product.notices,
      publicUrl: config.publicUrl,
      links: unsubscribeLinks,
    }),
    expiries: expiriesOf(config.retention),
    settings: { ...product.auth, saml: config.samlEnabled, siteUrl: config.publicUrl },
    ...(product.twilio === null ? {} : { twilio: product.twilio }),
    ...(config.legacyJwtSecret === null ? {} : { legacyJwtSecret: config.legacyJwtSecret }),
    observe: (event) => observe({ kind: 'auth', event }),
  })
  const data = await createDataApi({
    pool: database.requests,
    schemas: product.schemas,
    extraSearchPath: product.extraSearchPath,
    maxRows: product.maxRows,
    ...config.dataApi,
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
    requesters: createRequesters(data),
    webFolder: WEB_APP,
    outbox,
    unsubscribeLinks,
    isStopping: () => stopping,
    observe,
  })
  const server = await listen(app, config)
  auth.start()
  observe({ kind: 'listening', address: config.publicUrl })
  return {
    address: config.publicUrl,
    mailNotice: outbox === null ? null : mailNotice(config, outbox.key),
    async stop(signal) {
      stopping = true
      observe({ kind: 'stopping', signal })
      const parts = {
        drain: server.drain,
        closeRequests: server.close,
        closeJobs: auth.close,
        closeDatabase: database.close,
      }
      const unfinished = await stopInOrder(parts, config.shutdownDelayMs ?? defaultShutdownDelayMs())
      observe({ kind: 'stopped', unfinished })
    },
  }
}
