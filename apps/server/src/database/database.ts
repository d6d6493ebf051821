import { readKeptKeys } from '@cairn/auth/secret-change/kept-keys'
import { checkSecret } from '@cairn/auth/secret-check'
import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import { bootstrap, explainedStart, servingTargets } from '@cairn/postgres/bootstrap/bootstrap'
import { renewPassword } from '@cairn/postgres/bootstrap/serving-users'
import { type EmbeddedVisit, enterEmbedded, openEmbedded } from '@cairn/postgres/embedded/embedded'
import {
  type MigrationSource,
  migrate,
  pendingMigrations,
  SUPABASE_HISTORY,
} from '@cairn/postgres/migrate/migrate'
import { type DatabaseClock, openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import type { PoolLoad } from '@cairn/postgres/pool/pool-load'
import { type Privileged, privileged, privilegedBy, type Statements } from '@cairn/postgres/pool/privileged'
import { createStandbyGate, type StandbyGate } from '@cairn/postgres/pool/standby-gate'
import { prepareReplicas } from '@cairn/postgres/replicas/has-replayed'
import { inLine, type Line } from '@cairn/postgres/start/line'
import { NO_PATIENCE, type Patience, reach } from '@cairn/postgres/start/patience'
import { UnsuitableDatabase } from '@cairn/postgres/wire/errors'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'
import { AUTH_MIGRATIONS, PRODUCT_MIGRATIONS } from '../settings/paths.ts'
import type { Place } from '../settings/place.ts'
import { needsOf, poolSizes, sessionsOf } from './connections.ts'
import { openReads } from './open-reads.ts'

/** The database, ready to serve: its roles exist, its migrations are applied, both pools are open. */
export interface Database {
  /** The administrator, for copies of the whole Postgres. */
  admin: ConnectionTarget
  /** For requests, as their caller. */
  requests: Pool
  /** For accounts and sessions. */
  accounts: Privileged
  /** The same, over a connection for which nothing else waits: it says whether the database is there. */
  health: Privileged
  /** The clock that dates stored rows. */
  clock: DatabaseClock
  /** How busy each pool is. */
  load: () => readonly PoolLoad[]
  /** Whether writes are refused because Postgres waits for a synchronous standby. */
  standbyIsMissing: () => boolean
  /** Gives the two users that serve the passwords of the present secret, after a change of it. */
  renewPasswords(): Promise<void>
  /** Does a step of the start, and again while there is no connection for it; see @cairn/postgres/line. */
  inLine: <T>(step: () => Promise<T>) => Promise<T>
  /** Ends all connections. */
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

/** The migrations that bring a database up to date. */
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

function patienceOf({ startTimeoutMs }: Config, observe: Observe): Patience {
  return {
    withinMs: startTimeoutMs,
    onWait: (reason) => observe({ kind: 'waiting', reason, seconds: startTimeoutMs / 1_000 }),
  }
}

/** By then every request has been answered; only a connection that was already lost could still delay the end. */
const CLOSE_WITHIN_S = 0.5

/** A database that is up to date, which processes may serve. */
export interface PreparedDatabase {
  /** Where it is. */
  admin: ConnectionTarget
  /** A built-in Postgres stops and is waited for, up to `withinMs`. */
  stop(withinMs?: number): Promise<void>
}

interface DatabaseParts {
  contents: Contents
  observe: Observe
}

/**
 * Reaches the database that the configuration names, or starts the built-in one, and brings it up to date. What fails
 * here ends the start: the errors of @cairn/postgres carry a sentence for the operator.
 */
export async function prepareDatabase(
  config: Config,
  secrets: InstallationSecrets,
  { contents, observe }: DatabaseParts,
): Promise<PreparedDatabase> {
  const { admin, stop } = await openPostgres(config, observe)
  const patience = patienceOf(config, observe)
  const needs = needsOf(config)
  if (config.database !== null) observe({ kind: 'connections-needed', needs })
  try {
    const { primary } = await bootstrap(admin, secrets, {
      patience,
      check: async (sql) => {
        await checkSecret(sql, secrets)
        await contents.check(sql)
      },
      readsStatistics: config.metrics !== null,
      sessions: sessionsOf(config),
      needs,
    })
    const applied = await contents.upgrade(primary, patience)
    if (applied.length > 0) observe({ kind: 'migrated', files: applied })
    if (config.replicas !== null) await prepareReplicas(primary, patience)
    return { admin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface ConnectOptions {
  place: Place
  observe: Observe
}

/** Opens the connections of a process to a database that is prepared at `admin`. */
export async function connectDatabase(
  config: Config,
  secrets: InstallationSecrets,
  admin: ConnectionTarget,
  { place, observe }: ConnectOptions,
): Promise<Database> {
  const line = { patience: patienceOf(config, observe), needs: needsOf(config) }
  const gate = createStandbyGate((missing) => observe({ kind: 'standby', missing }))
  const users = servingTargets(admin, secrets)
  const pools = openPools(config, users, { place, gate, line, observe })
  try {
    const { requests, accounts } = pools
    await inLine(() => requests.run(({ sql }) => sql`select 1`), line)
    secrets.keep(await accounts.statement((sql) => readKeptKeys(sql, secrets)))
    const clock = await inLine(
      () => openDatabaseClock(accounts, (seconds) => observe({ kind: 'clock-apart', seconds })),
      line,
    )
    return {
      admin,
      requests,
      accounts,
      health: pools.health,
      clock,
      load: pools.load,
      standbyIsMissing: gate.isMissing,
      async renewPasswords() {
        await requests.run(({ sql }) => renewPassword(sql, users.authenticator))
        await accounts.statement((sql) => renewPassword(sql, users.authAdmin))
      },
      inLine: (step) => inLine(step, line),
      close: pools.close,
    }
  } catch (error) {
    await pools.close()
    throw error
  }
}

/** Connections as the two users that serve. */
function openPools(
  config: Config,
  { authenticator, authAdmin }: ReturnType<typeof servingTargets>,
  { place, observe, ...shared }: { place: Place; gate: StandbyGate; line: Line; observe: Observe },
) {
  const sizes = poolSizes(config, place)
  const requests = openPool({
    ...shared,
    target: authenticator,
    size: sizes.requests,
    name: 'cairn requests',
  })
  const accounts = openPool({
    ...shared,
    target: authAdmin,
    size: sizes.accounts,
    name: 'cairn accounts',
  })
  const health = openPool({ ...shared, target: authAdmin, size: 1, name: 'cairn health' })
  const replicas = openReads(config, { size: sizes.requests, authenticator, requests, observe })
  return {
    requests: replicas === null ? requests : { ...requests, replicas },
    accounts: privileged(accounts),
    health: privileged(health),
    load: () => [requests.load(), accounts.load(), ...(replicas === null ? [] : [replicas.load()])],
    async close() {
      // A commit that is being tried is ended over these connections.
      await shared.gate.end()
      const open = [requests, accounts, health, ...(replicas === null ? [] : [replicas])]
      await Promise.all(open.map((pool) => pool.close(CLOSE_WITHIN_S)))
    },
  }
}

/**
 * The files that a start would apply, without applying them; null where there is no database yet and a start would make
 * one. Throws what would end the start.
 */
export async function pendingUpgrade(config: Config): Promise<string[] | null> {
  const entered = await enterPostgres(config)
  if (entered === null) return null
  try {
    return await pendingMigrations(entered.admin, SOURCES)
  } catch (error) {
    throw explainedStart(error, entered.admin)
  } finally {
    await entered.leave()
  }
}

/** The database, visited as its administrator beside the servers that run on it. */
export interface Visit {
  /** For work that needs a separate connection. */
  admin: ConnectionTarget
  database: Privileged
  /** Ends the connection, and a built-in Postgres that was started for the visit. */
  end(): Promise<void>
}

/** Visits the database; null where there is none yet. Throws errors with a sentence for the operator. */
export async function visitDatabase(config: Config): Promise<Visit | null> {
  const entered = await enterPostgres(config)
  if (entered === null) return null
  const { admin, leave } = entered
  try {
    const client = await reach(admin, 'cairn operator', NO_PATIENCE)
    return {
      admin,
      database: privilegedBy(client),
      async end() {
        await client.close()
        await leave()
      },
    }
  } catch (error) {
    await leave()
    throw explainedStart(error, admin)
  }
}

const enterPostgres = async ({ database, dataDir }: Config): Promise<EmbeddedVisit | null> =>
  database === null ? enterEmbedded(dataDir) : { admin: database, leave: async () => {} }

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
