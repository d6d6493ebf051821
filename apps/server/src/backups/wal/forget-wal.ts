import { NO_PATIENCE, reach } from '@cairn/postgres/start/patience'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { WAL_SLOT } from './keep-wal.ts'

/** Lets the built-in Postgres forget what it keeps for a reader that was switched off. */
export async function forgetWal(target: ConnectionTarget): Promise<void> {
  const client = await reach(target, 'cairn start', NO_PATIENCE)
  try {
    await client.sql`
      select pg_drop_replication_slot(slot_name)
      from pg_replication_slots
      where slot_name = ${WAL_SLOT} and not active`
  } finally {
    await client.close()
  }
}
