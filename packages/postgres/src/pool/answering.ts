import type { Connection } from './connections.ts'
import type { PoolLoad } from './pool-load.ts'
import type { Requester } from './shares.ts'

/** The function that says whether a Postgres is a replica on a timeline and has replayed up to an LSN. */
export const HAS_REPLAYED = 'cairn_replicas.has_replayed'

/** A place in the WAL of a Postgres. The same LSN on another timeline may stand for other contents. */
export interface Progress {
  lsn: string
  timeline: string
}

/** Streaming replicas that answer, in place of the primary, what only reads. */
export interface Replicas {
  /**
   * Does the work at a replica that has replayed everything that was committed at the primary before this call; null
   * where none has in time, or where it fails there: then the primary decides. The work has to ask for that itself, in
   * the transaction in which it reads.
   *
   * Throws `DatabaseUnavailable` where the primary cannot say how far it is, and what took too long at a replica.
   */
  answer<T>(
    work: (connection: Connection, replayed: Progress) => Promise<T>,
    requester?: Requester,
  ): Promise<T | null>
  /** How busy the pools of all replicas are, as one. */
  load(): PoolLoad
  close(graceSeconds: number): Promise<void>
}
