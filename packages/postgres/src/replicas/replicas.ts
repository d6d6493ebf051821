import type { Replicas } from '../pool/answering.ts'
import type { Pool } from '../pool/pool.ts'
import type { PoolLoad } from '../pool/pool-load.ts'
import { DatabaseUnavailable, Overloaded, postgresFailure } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { type Committed, createCommitted } from './committed.ts'
import { openReplica, type Replica, type ReplicaChange } from './replica.ts'

export interface ReplicasOptions {
  /** Reports how far it has committed. */
  primary: Pick<Pool, 'run'>
  /** A target of which each address is a replica. */
  target: ConnectionTarget
  /** The maximum number of connections to each replica. */
  size: number
  onChange: (change: ReplicaChange) => void
}

/** SQLSTATE of a statement that took too long: the primary would take as long. */
const CANCELED = '57014'

/** Whether replicas are overloaded: then the work would be too much for the primary too. */
const isOverloaded = (error: unknown) =>
  error instanceof DatabaseUnavailable && error.cause instanceof Overloaded

/** Opens the replicas. A replica that cannot be reached is tried again and again. */
export function openReplicas({ primary, target, size, onChange }: ReplicasOptions): Replicas {
  const { host, port, others = [], ...user } = target
  const replicas = [{ host, port }, ...others].map((endpoint) =>
    openReplica({ ...user, ...endpoint }, size, onChange),
  )
  const committed = createCommitted(primary)
  let turn = 0

  /** Chooses a replica that has replayed the commits, or one that does so in time; the replicas take turns. */
  async function choose(wanted: Committed): Promise<Replica | null> {
    const usable = replicas.filter((replica) => replica.mayAnswer(wanted))
    const there = usable.filter((replica) => replica.isThere(wanted))
    const choice = there.length > 0 ? there : usable
    turn += 1
    const chosen = choice[turn % choice.length]
    return chosen !== undefined && (await chosen.catchUp(wanted)) ? chosen : null
  }

  return {
    async answer(work, requester) {
      if (!replicas.some((replica) => replica.isUp())) return null
      const wanted = await committed()
      const replica = await choose(wanted)
      if (replica === null) return null
      try {
        return await replica.run((connection) => work(connection, wanted), requester)
      } catch (error) {
        if (postgresFailure(error)?.code === CANCELED || isOverloaded(error)) throw error
        return null
      }
    },
    load: () => replicas.map((replica) => replica.load()).reduce(sumOf),
    async close(graceSeconds) {
      await Promise.all(replicas.map((replica) => replica.close(graceSeconds)))
    },
  }
}

const sumOf = (one: PoolLoad, other: PoolLoad): PoolLoad => ({
  name: one.name,
  size: one.size + other.size,
  open: one.open + other.open,
  inUse: one.inUse + other.inUse,
  waiting: one.waiting + other.waiting,
})
