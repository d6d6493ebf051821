import { availableParallelism } from 'node:os'
import { type Auth, createAuth } from '@cairn/auth/auth'
import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import { createDataApi } from '@cairn/data-api/handler'
import type { Job } from '@cairn/jobs/job'
import { createJobRunner } from '@cairn/jobs/runner'
import { readBackupFigures } from '../backups/nightly/backup-figures.ts'
import type { Database } from '../database/database.ts'
import { openDelivery } from '../delivery/open-delivery.ts'
import { loadApiKeys } from '../http/api/api-keys.ts'
import { createApp, type Site } from '../http/app.ts'
import { listen } from '../http/connections/listen.ts'
import { createRateLimits, exchangeWith } from '../http/rate-limits/rate-limits.ts'
import { createRequesters } from '../http/rate-limits/requesters.ts'
import { accountsIn, createKnownTokens } from '../http/tokens/known-tokens.ts'
import { createTokenUses } from '../http/tokens/token-uses.ts'
import type { JobParts } from '../jobs/jobs.ts'
import { openMetrics } from '../metrics/metrics.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { describeForOperator } from '../observe/describe-for-operator.ts'
import type { Observe } from '../observe/events.ts'
import type { Unfinished } from '../observe/process-ending.ts'
import type { Config } from '../settings/config.ts'
import { type Place, partOf } from '../settings/place.ts'
import type { SupabaseConfig } from '../supabase-project/supabase-config.ts'
import { clientDocuments } from './client-documents.ts'
import { cairnOAuthServer } from './oauth-server.ts'
import { openSecretChange } from './open-secret-change.ts'
import { defaultShutdownDelayMs, stopInOrder } from './stopping.ts'

/** A process that serves. */
export interface Serving {
  /** The key that clients send. */
  publishableKey: string
  /**
   * Stops the server: load balancers notice for `delayMs`, or as long as the settings say, and requests finish; then
   * the jobs end and the database closes. Returns the parts that had not ended in time.
   */
  stop(delayMs?: number): Promise<Unfinished[]>
}

/** Where mails are kept while no mail server is configured. */
export interface Outbox {
  folder: string
  /** Opens the outbox, until the next start. */
  key: string
}

export interface Prepared {
  config: Config
  /** Which of the processes that serve together this is. */
  place: Place
  /** Where another process listens for this one, asks that one to close the server; see `Parent`. */
  letGo?: (close: () => void) => void
  database: Database
  product: SupabaseConfig
  /** The work beside requests, for the product that the database holds. */
  jobs: (parts: JobParts) => readonly Job[]
  /** Cairn's own pages; null where the API is served alone. */
  site: Site | null
  secrets: InstallationSecrets
  outbox: Outbox | null
  observe: Observe
  /** Where observed events are counted; null where monitoring is off. */
  counted: ProcessMetrics | null
}

/** Accounts and sessions, and the messages that they send. */
async function openAccounts(prepared: Prepared) {
  const { config, place, database, product, secrets, site, outbox, observe } = prepared
  const siteUrl = product.siteUrl ?? config.publicUrl
  const dynamicRegistration = config.oauthDynamicRegistration
  const oauth = site === null ? {} : cairnOAuthServer(product.auth, { dynamicRegistration })
  const settings = { ...product.auth, ...oauth, saml: config.samlEnabled, siteUrl }
  const delivery = openDelivery({
    database: database.accounts,
    publicUrl: siteUrl,
    secret: secrets,
    mail: {
      from: config.mailFrom,
      smtpUrl: config.smtpUrl,
      outboxDir: outbox?.folder ?? null,
      connections: Math.max(1, partOf(config.smtpConnections, place)),
    },
    twilio: product.twilio,
    accounts: settings,
    notices: product.notices,
    observe: (event) => observe({ kind: 'delivery', event }),
  })
  const auth = await createAuth({
    database: database.accounts,
    publicUrl: config.publicUrl,
    secret: secrets,
    messages: delivery,
    settings,
    clock: database.clock,
    fetchClientDocument: clientDocuments(),
    hashesAtOnce: Math.max(1, partOf(availableParallelism(), place)),
    ...(config.legacyJwtSecret === null ? {} : { legacyJwtSecret: config.legacyJwtSecret }),
    observe: (event) => observe({ kind: 'auth', event }),
  })
  return { delivery, auth }
}

/** Opens the figures for monitoring; null where it is off. */
async function openFigures({ config, counted, database, site }: Prepared, auth: Auth) {
  if (config.metrics === null || counted === null) return null
  return openMetrics({
    settings: config.metrics,
    process: counted,
    load: { pools: database.load, hashing: auth.hashing },
    accounts: database.accounts,
    hasProduct: site !== null,
    backups: () => readBackupFigures(config.backups.dir),
  })
}

/** The functions that store the answers to writes by their key, in Cairn's own database. */
const KEPT_ANSWERS = {
  begin: { schema: 'private', name: 'begin_once' },
  keep: { schema: 'private', name: 'keep_once' },
}

/** The role and the function that hold tokens to their scopes, in Cairn's own database. */
const SCOPED = { role: 'cairn_token', preRequest: 'private.hold_to_scope' }

function openDataApi({ config, database, product, site, observe }: Prepared) {
  return createDataApi({
    pool: database.requests,
    schemas: product.schemas,
    extraSearchPath: product.extraSearchPath,
    maxRows: product.maxRows,
    ...config.dataApi,
    ...(site === null ? {} : { scoped: SCOPED }),
    ...(site === null ? {} : { idempotency: KEPT_ANSWERS }),
    basePath: '/rest/v1',
    observe,
  })
}

/** Serves a product over a database that is ready for it. */
export async function serve(prepared: Prepared): Promise<Serving> {
  const { config, place, database, outbox, site, observe } = prepared
  const { inLine } = database
  const { delivery, auth } = await inLine(() => openAccounts(prepared))
  const data = await inLine(() => openDataApi(prepared))
  const keys = await inLine(() => loadApiKeys(database.accounts, config.serviceKey, auth.roleOfLegacyKey))

  const tokenUses = site === null ? null : createTokenUses(database.accounts, database.clock.now)
  const metrics = await openFigures(prepared, auth)
  let stopping = false
  const app = createApp({
    config,
    place,
    database,
    keys,
    auth,
    data,
    requesters: createRequesters(data),
    apiTokens:
      tokenUses === null ? null : { find: createKnownTokens(accountsIn(database.accounts)), uses: tokenUses },
    rateLimits:
      site === null ? null : createRateLimits(config.apiLimits, exchangeWith(database.accounts), { place }),
    site,
    outbox,
    oldestMessageSeconds: delivery.oldestMessageSeconds,
    isStopping: () => stopping,
    figures: metrics?.served ?? null,
    observe,
  })
  const server = await listen(app, {
    ...config,
    place,
    ...(prepared.letGo !== undefined && { letGo: prepared.letGo }),
  })
  const secretChange = openSecretChange(prepared)
  const jobs = createJobRunner({
    database: database.accounts,
    jobs: prepared.jobs({ database: database.accounts, auth, delivery, tokenUses, secretChange }),
    describe: describeForOperator,
    observe,
  })
  jobs.start()
  return {
    publishableKey: keys.publishable,
    stop(delayMs = config.shutdownDelayMs ?? defaultShutdownDelayMs()) {
      stopping = true
      const parts = {
        drain: server.drain,
        closeRequests: server.close,
        closeJobs: () => jobs.close().finally(secretChange.leave),
        async closeDatabase(withinMs: number) {
          await metrics?.close()
          await database.close(withinMs)
        },
      }
      return stopInOrder(parts, delayMs)
    },
  }
}
