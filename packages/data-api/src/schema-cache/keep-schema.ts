import type { Pool } from '@cairn/postgres/pool'
import { introspect } from './introspect.ts'
import type { SchemaCache } from './schema-cache.ts'

/** The schema as it was last read. */
export interface KeptSchema {
  current(): SchemaCache
  /** Reads it again. Requests in flight keep what they began with. */
  reload(): Promise<void>
}

const CHANNEL = 'pgrst'

/**
 * Reads the schema, and again whenever somebody says `notify pgrst, 'reload schema'` or the connection that listens was
 * lost in between. Until it is read anew, the old one serves; so it does when the database cannot be asked.
 */
export async function keepSchema(pool: Pool, schemas: readonly string[]): Promise<KeptSchema> {
  let cache = await introspect(pool, schemas)
  let latest = 0

  async function reload(): Promise<void> {
    latest += 1
    const turn = latest
    const read = await introspect(pool, schemas)
    // Whoever asked later knows more.
    if (turn === latest) cache = read
  }

  let first = true
  await pool.sql.listen(
    CHANNEL,
    (payload) => {
      if (payload === '' || payload === 'reload schema') reload().catch(() => {})
    },
    () => {
      if (!first) reload().catch(() => {})
      first = false
    },
  )
  return { current: () => cache, reload }
}
