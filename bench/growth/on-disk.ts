import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { introspect } from '@cairn/data-api/schema-cache/introspect'
import type { SchemaCache } from '@cairn/data-api/schema-cache/schema-cache'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { migrate } from '@cairn/postgres/migrate/migrate'
import { openPool } from '@cairn/postgres/pool/pool'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { AUTH, PRODUCT } from '@cairn/testing/test-database'
import postgres from 'postgres'

export interface LargeDatabase {
  target: ConnectionTarget
  sql: postgres.Sql
  cache: SchemaCache
}

/** A database on the disk, for a million rows would be too much for memory; it goes when the work is done. */
export async function withDatabaseOnDisk(work: (database: LargeDatabase) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-growth-'))
  chmodSync(folder, 0o755)
  const { admin: target, stop } = await openEmbedded({ folder })
  const sql = postgres({ ...target, ssl: false, max: 1, onnotice: () => {} })
  try {
    await bootstrap(target, new Uint8Array(32))
    await migrate(target, [AUTH, PRODUCT])
    const pool = openPool({ target, size: 1, name: 'bench' })
    const cache = await introspect(pool, ['public'])
    await pool.close()
    await work({ target, sql, cache })
  } finally {
    await sql.end({ timeout: 1 })
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
