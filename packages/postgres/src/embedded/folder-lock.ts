import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { LOCKS } from '../start/locks.ts'
import { isLostConnection } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'

/** Another server already works on this folder. */
class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/** The sign that a server works on a data folder: an advisory lock, which a killed server loses at once. */
export interface FolderLock {
  /** True when it was lost, together with its connection, and another server has it now. */
  isTaken(): boolean
  release(): Promise<void>
}

/** A server that was killed a moment ago may not have been noticed yet, and Postgres may still be recovering. */
const TAKE_WITHIN_MS = 2_000
const ANSWER_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 50
/** Time for a server that lost the lock together with all its connections to take it again. */
const LEAVE_FREE_MS = 500

/**
 * Takes the lock of a folder and keeps it: when Postgres ends the connection, because another one crashed, the lock is
 * taken again. `adopted` says that Postgres ran already: the process that it belongs to may be about to do just that,
 * so the lock has to be free twice. `isGone` says that Postgres has ended: then nothing is waited for.
 *
 * Throws {@link FolderInUse} when another server holds it.
 */
export async function lockFolder(
  admin: ConnectionTarget,
  folder: string,
  { adopted, isGone }: { adopted: boolean; isGone: () => boolean },
): Promise<FolderLock> {
  let state: 'held' | 'lost' | 'taken' = 'lost'
  let released = false
  const sql = postgres({
    ...admin,
    ssl: false,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      state = 'lost'
    },
    connection: { application_name: 'cairn folder lock' },
  })

  async function take(): Promise<boolean> {
    const [answer] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${LOCKS.folder}) as held`
    state = answer?.held === true ? 'held' : 'taken'
    return state === 'held'
  }

  async function keep(): Promise<void> {
    while (!released) {
      await wait(LOOK_AGAIN_MS, undefined, { ref: false })
      // While Postgres is away, or another server has it, this is repeated.
      if (state !== 'held' && !released) await take().catch(() => {})
    }
  }

  try {
    await takeFree(take, isGone)
    if (adopted) {
      await sql`select pg_advisory_unlock(${LOCKS.folder})`
      await wait(LEAVE_FREE_MS)
      await takeFree(take, isGone)
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error instanceof FolderInUse
      ? new FolderInUse(
          `Another Cairn is already running on ${folder}. Stop it first, or set CAIRN_DATA_DIR.`,
        )
      : error
  }
  void keep()
  return {
    isTaken: () => state === 'taken',
    async release() {
      released = true
      await sql.end({ timeout: 1 })
    },
  }
}

async function takeFree(take: () => Promise<boolean>, isGone: () => boolean): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      if (await take()) return
      if (performance.now() - began > TAKE_WITHIN_MS) throw new FolderInUse()
    } catch (error) {
      const isLate = performance.now() - began > ANSWER_WITHIN_MS
      if (!isLostConnection(error) || isGone() || isLate) throw error
    }
    await wait(LOOK_AGAIN_MS)
  }
}
