import type { Pool } from '@cairn/postgres/pool/pool'
import { introspect } from './introspect.ts'
import type { SchemaCache } from './schema-cache.ts'

/** A schema cache that follows the database. */
export interface WatchedSchema {
  /** The schema as it was last read. */
  current(): SchemaCache
  /** Reads the schema again. Requests in flight keep the one that they began with. */
  reload(): Promise<void>
  /** True after a reload that failed: there may be more than `current` knows. */
  isStale(): boolean
  /** Tries a failed reload again, unless that is under way. */
  retry(): void
}

const CHANNEL = 'pgrst'

/**
 * Reads the schema, and reads it again after `notify pgrst, 'reload schema'` and after the listening connection was
 * lost. The old one serves until the new one has been read; where that fails, it goes on serving and `onFailure` is told.
 */
export async function watchSchema(
  pool: Pool,
  schemas: readonly string[],
  onFailure: (cause: unknown) => void,
): Promise<WatchedSchema> {
  let cache = await introspect(pool, schemas)
  let latest = 0
  let stale = false
  let retrying = false

  async function reload(): Promise<void> {
    latest += 1
    const turn = latest
    try {
      const read = await introspect(pool, schemas)
      // A reload that began later has read a newer schema.
      if (turn !== latest) return
      cache = read
      stale = false
    } catch (error) {
      if (turn === latest) stale = true
      throw error
    }
  }

  function retry(): void {
    if (!stale || retrying) return
    retrying = true
    reload()
      .catch(onFailure)
      .finally(() => {
        retrying = false
      })
  }

  await pool.listen(CHANNEL, {
    onNotification(payload) {
      if (payload === '' || payload === 'reload schema') reload().catch(onFailure)
    },
    onAgain: () => void reload().catch(onFailure),
  })
  return { current: () => cache, reload, isStale: () => stale, retry }
}
