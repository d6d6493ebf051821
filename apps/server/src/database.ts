import { bootstrap } from '@cairn/postgres/bootstrap'
import { openEmbedded } from '@cairn/postgres/embedded'
import { migrate, SUPABASE_HISTORY } from '@cairn/postgres/migrate'
import { type ConnectionTarget, openPool, type Pool } from '@cairn/postgres/pool'
import { type Privileged, privileged } from '@cairn/postgres/privileged'
import type { Config } from './config.ts'
import type { Observe } from './observe/events.ts'
import { AUTH_MIGRATIONS, PRODUCT_MIGRATIONS } from './paths.ts'

/** The database, ready to serve: its roles exist, its migrations are applied, both pools are open. */
export interface Database {
  /** For requests, as their caller. */
  requests: Pool
  /** For accounts and sessions. */
  accounts: Privileged
  close(): Promise<void>
}

/** By then every request has been answered; only a connection that was already lost could still delay the end. */
const CLOSE_WITHIN_S = 1

/**
 * Opens the database that the configuration names, or the built-in one, and brings it up to date. What fails here ends
 * the start: the errors of @cairn/postgres carry a sentence for the operator.
 */
export async function openDatabase(config: Config, secret: Uint8Array, observe: Observe): Promise<Database> {
  const { admin, stop } = await openPostgres(config, observe)
  try {
    const { authenticator, authAdmin } = await bootstrap(admin, secret)
    const applied = await migrate(admin, [
      {
        directory: AUTH_MIGRATIONS,
        history: { schema: 'auth', table: 'schema_migrations' },
        role: 'supabase_auth_admin',
      },
      { directory: PRODUCT_MIGRATIONS, history: SUPABASE_HISTORY },
    ])
    if (applied.length > 0) observe({ kind: 'migrated', files: applied })
    const requests = openPool({ target: authenticator, size: config.poolSize, name: 'cairn requests' })
    const accounts = openPool({
      target: authAdmin,
      size: Math.ceil(config.poolSize / 2),
      name: 'cairn accounts',
    })
    return {
      requests,
      accounts: privileged(accounts),
      async close() {
        await Promise.all([requests.close(CLOSE_WITHIN_S), accounts.close(CLOSE_WITHIN_S)])
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The Postgres that the configuration names, which keeps running, or the built-in one, started and stopped with us. */
async function openPostgres(
  config: Config,
  observe: Observe,
): Promise<{ admin: ConnectionTarget; stop(): Promise<void> }> {
  if (config.database !== null) return { admin: config.database, stop: async () => {} }
  return openEmbedded({
    folder: config.dataDir,
    onRestart: () => observe({ kind: 'postgres-restarted' }),
  })
}
