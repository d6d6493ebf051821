import { checkSecret } from '@cairn/auth/secret-check'
import { bootstrap, explainedStart, type ServingTargets } from '@cairn/postgres/bootstrap'
import { type DatabaseClock, openDatabaseClock } from '@cairn/postgres/database-clock'
import { openEmbedded, visitEmbedded } from '@cairn/postgres/embedded'
import { UnsuitableDatabase } from '@cairn/postgres/errors'
import { inLine, type Line } from '@cairn/postgres/line'
import { type MigrationSource, migrate, pendingMigrations, SUPABASE_HISTORY } from '@cairn/postgres/migrate'
import { NO_PATIENCE, type Patience, reach } from '@cairn/postgres/patience'
import { type ConnectionTarget, openPool, type Pool } from '@cairn/postgres/pool'
import { type Privileged, privileged, type Statements } from '@cairn/postgres/privileged'
import { createStandbyGate, type StandbyGate } from '@cairn/postgres/standby-gate'
import type { Config } from './config.ts'
import type { Observe } from './observe/events.ts'
import { AUTH_MIGRATIONS, PRODUCT_MIGRATIONS } from './paths.ts'

/** The database, ready to serve: its roles exist, its migrations are applied, both pools are open. */
export interface Database {
  /** For requests, as their caller. */
  requests: Pool
  /** For accounts and sessions. */
  accounts: Privileged
  /** By which what is stored is dated. */
  clock: DatabaseClock
  /** Whether writes are refused because Postgres waits for a synchronous standby. */
  standbyIsMissing: () => boolean
  /** Does a step of the start, and again while there is no connection for it; see @cairn/postgres/line. */
  inLine: <T>(step: () => Promise<T>) => Promise<T>
  /** Ends all connections; a built-in Postgres stops and is waited for, up to `withinMs`. */
  close(withinMs?: number): Promise<void>
}

/** The schema auth, in every database that this server serves. */
export const ACCOUNTS: MigrationSource = {
  directory: AUTH_MIGRATIONS,
  history: { schema: 'auth', table: 'schema_migrations' },
  role: 'supabase_auth_admin',
}

const SOURCES: readonly MigrationSource[] = [
  ACCOUNTS,
  { directory: PRODUCT_MIGRATIONS, history: SUPABASE_HISTORY },
]

/** What a database is brought up to. */
export interface Contents {
  /** Throws where the database has other contents. Asked before anything is written. */
  check(sql: Statements): Promise<void>
  /** Applies what is missing, and returns the names of the files. */
  upgrade(admin: ConnectionTarget, patience: Patience): Promise<string[]>
}

/** Cairn itself. */
export const CAIRN: Contents = {
  async check(sql) {
    const [project] = await sql`select where to_regclass('cairn.project') is not null`
    if (project === undefined) return
    throw new UnsuitableDatabase(
      'This database serves a project (npm start -- --project <folder>) and not Cairn itself. Start with that option, ' +
        'or set CAIRN_DATA_DIR or DATABASE_URL to a database of its own.',
    )
  },
  upgrade: (admin, patience) => migrate(admin, SOURCES, patience),
}

/** Beside each pool: one looks after commits that do not come back. */
const BESIDE_EACH = 1
/** One listens for changes of the schema, as the user of requests. */
const LISTENING = 1
/** The user of DATABASE_URL at a start: it looks for poolers and for locks. With the built-in Postgres one stays. */
const AT_START = 3

const accountsSize = ({ poolSize }: Config): number => Math.ceil(poolSize / 2)

/** How many sessions the server has at the most. */
const sessionsOf = (config: Config): number =>
  ofRequests(config) + ofAccounts(config) + (config.database === null ? 1 : 0)

const ofRequests = ({ poolSize }: Config): number => poolSize + LISTENING + BESIDE_EACH
const ofAccounts = (config: Config): number => accountsSize(config) + BESIDE_EACH

/** What the database and a pooler in front of it have to allow, for the operator. */
function needsOf(config: Config): string {
  const requests = ofRequests(config)
  return (
    `With DATABASE_POOL_SIZE ${config.poolSize} each server opens up to ${requests} connections as authenticator, ` +
    `${ofAccounts(config)} as supabase_auth_admin, and at its start ${AT_START} for a moment as the user of DATABASE_URL; ` +
    `two servers twice as many. A pooler has to allow them (PgBouncer for each user: default_pool_size ${requests} for ` +
    `one server, ${2 * requests} for two), and so has Postgres (max_connections). Raise these, or lower DATABASE_POOL_SIZE.`
  )
}

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
export async function openDatabase(
  config: Config,
  secret: Uint8Array,
  { contents, observe }: { contents: Contents; observe: Observe },
): Promise<Database> {
  const { admin, stop } = await openPostgres(config, observe)
  const patience = patienceOf(config, observe)
  const needs = needsOf(config)
  const line = { patience, needs }
  if (config.database !== null) observe({ kind: 'connections-needed', needs })
  const gate = createStandbyGate((missing) => observe({ kind: 'standby', missing }))
  try {
    const { primary, authenticator, authAdmin } = await bootstrap(admin, secret, {
      patience,
      check: async (sql) => {
        await checkSecret(sql, secret)
        await contents.check(sql)
      },
      sessions: sessionsOf(config),
      needs,
    })
    const applied = await contents.upgrade(primary, patience)
    if (applied.length > 0) observe({ kind: 'migrated', files: applied })
    const pools = openPools(config, { authenticator, authAdmin }, { gate, line })
    try {
      const { requests, accounts } = pools
      await inLine(() => requests.run(({ sql }) => sql`select 1`), line)
      const clock = await inLine(
        () => openDatabaseClock(accounts, (seconds) => observe({ kind: 'clock-apart', seconds })),
        line,
      )
      return {
        requests,
        accounts,
        clock,
        standbyIsMissing: gate.isMissing,
        inLine: (step) => inLine(step, line),
        async close(withinMs) {
          const deadline = withinMs === undefined ? null : performance.now() + withinMs
          await pools.close()
          await stop(deadline === null ? undefined : Math.max(deadline - performance.now(), 0))
        },
      }
    } catch (error) {
      await pools.close()
      throw error
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connections as the two users that serve. */
function openPools(
  config: Config,
  { authenticator, authAdmin }: ServingTargets,
  shared: { gate: StandbyGate; line: Line },
) {
  const requests = openPool({
    ...shared,
    target: authenticator,
    size: config.poolSize,
    name: 'cairn requests',
  })
  const accounts = openPool({
    ...shared,
    target: authAdmin,
    size: accountsSize(config),
    name: 'cairn accounts',
  })
  return {
    requests,
    accounts: privileged(accounts),
    async close() {
      // A commit that is being tried is ended over these connections.
      await shared.gate.end()
      await Promise.all([requests.close(CLOSE_WITHIN_S), accounts.close(CLOSE_WITHIN_S)])
    },
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
