import { checkSecret } from '@cairn/auth/secret-check'
import { bootstrap, explainedStart } from '@cairn/postgres/bootstrap'
import { openEmbedded, visitEmbedded } from '@cairn/postgres/embedded'
import { type MigrationSource, migrate, pendingMigrations, SUPABASE_HISTORY } from '@cairn/postgres/migrate'
import { NO_PATIENCE, type Patience, reach } from '@cairn/postgres/patience'
import { type ConnectionTarget, openPool, type Pool } from '@cairn/postgres/pool'
import { type Privileged, privileged, type Statements } from '@cairn/postgres/privileged'
import type { Config } from './config.ts'
import type { Observe } from './observe/events.ts'
import { AUTH_MIGRATIONS, PRODUCT_MIGRATIONS } from './paths.ts'

/** The database, ready to serve: its roles exist, its migrations are applied, both pools are open. */
export interface Database {
  /** For requests, as their caller. */
  requests: Pool
  /** For accounts and sessions. */
  accounts: Privileged
  /** Ends all connections; a built-in Postgres stops and is waited for, up to `withinMs`. */
  close(withinMs?: number): Promise<void>
}

const SOURCES: readonly MigrationSource[] = [
  {
    directory: AUTH_MIGRATIONS,
    history: { schema: 'auth', table: 'schema_migrations' },
    role: 'supabase_auth_admin',
  },
  { directory: PRODUCT_MIGRATIONS, history: SUPABASE_HISTORY },
]

/** Sessions beside the two pools: one listens for changes of the schema, one holds the lock of the data folder. */
const BESIDE_POOLS = 2

const accountsSize = ({ poolSize }: Config): number => Math.ceil(poolSize / 2)

/** How many sessions the server has at the most. */
const sessionsOf = (config: Config): number => config.poolSize + accountsSize(config) + BESIDE_POOLS

function patienceOf({ startTimeoutMs }: Config, observe: Observe): Patience {
  return {
    withinMs: startTimeoutMs,
    onWait: (reason) => observe({ kind: 'waiting', reason, seconds: startTimeoutMs / 1_000 }),
  }
}

/** By then every request has been answered; only a connection that was already lost could still delay the end. */
const CLOSE_WITHIN_S = 0.5

/**
 * Opens the database that the configuration names, or the built-in one, and brings it up to date. What fails here ends
 * the start: the errors of @cairn/postgres carry a sentence for the operator.
 */
export async function openDatabase(config: Config, secret: Uint8Array, observe: Observe): Promise<Database> {
  const { admin, stop } = await openPostgres(config, observe)
  const patience = patienceOf(config, observe)
  try {
    const { primary, authenticator, authAdmin } = await bootstrap(admin, secret, {
      patience,
      checkSecret: (sql) => checkSecret(sql, secret),
      sessions: sessionsOf(config),
    })
    const applied = await migrate(primary, SOURCES, patience)
    if (applied.length > 0) observe({ kind: 'migrated', files: applied })
    const requests = openPool({ target: authenticator, size: config.poolSize, name: 'cairn requests' })
    const accounts = openPool({
      target: authAdmin,
      size: accountsSize(config),
      name: 'cairn accounts',
    })
    return {
      requests,
      accounts: privileged(accounts),
      async close(withinMs) {
        const deadline = withinMs === undefined ? null : performance.now() + withinMs
        await Promise.all([requests.close(CLOSE_WITHIN_S), accounts.close(CLOSE_WITHIN_S)])
        await stop(deadline === null ? undefined : Math.max(deadline - performance.now(), 0))
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The files that a start would apply, without applying them; null where there is no database yet and a start would make
 * one. Throws what would end the start.
 */
export async function pendingUpgrade({ database, dataDir }: Config): Promise<string[] | null> {
  const look = (admin: ConnectionTarget) =>
    pendingMigrations(admin, SOURCES).catch((error: unknown) => {
      throw explainedStart(error, admin)
    })
  return database === null ? visitEmbedded(dataDir, look) : look(database)
}

/**
 * Looks into the database as its administrator, also of a running server; null where there is none yet. Throws errors
 * with a sentence for the operator.
 */
export async function visitDatabase<T>(
  { database, dataDir }: Config,
  work: (sql: Statements) => Promise<T>,
): Promise<T | null> {
  const look = async (admin: ConnectionTarget) => {
    const client = await reach(admin, 'cairn operator', NO_PATIENCE)
    try {
      return await work(client.sql)
    } finally {
      await client.close()
    }
  }
  return database === null ? visitEmbedded(dataDir, look) : look(database)
}

/** The Postgres that the configuration names, which keeps running, or the built-in one, started and stopped with us. */
async function openPostgres(
  config: Config,
  observe: Observe,
): Promise<{ admin: ConnectionTarget; stop(withinMs?: number): Promise<void> }> {
  if (config.database !== null) return { admin: config.database, stop: async () => {} }
  return openEmbedded({
    folder: config.dataDir,
    sessions: sessionsOf(config),
    patience: patienceOf(config, observe),
    onRestart: () => observe({ kind: 'postgres-restarted' }),
  })
}
