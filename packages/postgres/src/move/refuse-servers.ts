import type { Statements } from '../wire/transaction.ts'
import { MoveRefused } from './move-refused.ts'

/** Throws {@link MoveRefused} while a server serves the database of the connection: its users are signed in. */
export async function refuseServers(sql: Statements): Promise<void> {
  const [row] = await sql<[{ sessions: number }]>`
    select count(*)::int as sessions
    from pg_stat_activity
    where datname = current_database() and usename in ('authenticator', 'supabase_auth_admin')`
  if (row.sessions > 0)
    throw new MoveRefused(
      'A server runs on this database. Stop all servers: what they write meanwhile would be lost.',
    )
}
