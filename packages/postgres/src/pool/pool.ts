import { beginSpan, inSpan } from '@cairn/tracing/spans'
import { inLine, type Line } from '../start/line.ts'
import { asUnavailable, DatabaseUnavailable, Overloaded } from '../wire/errors.ts'
import { createPreparedTexts } from '../wire/prepared-texts.ts'
import { createConnect } from '../wire/primary.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { inTransaction } from '../wire/transaction.ts'
import { type Admission, createAdmission } from './admission.ts'
import type { Replicas } from './answering.ts'
import { type CommitWatch, NO_COMMITS, watchCommits } from './commit-waits.ts'
import { type Connection, type Connections, createConnections, NoConnection } from './connections.ts'
import { type Listener, listen } from './listen.ts'
import { createLongWork } from './long-work.ts'
import type { PoolLoad } from './pool-load.ts'
import { isWorthAnotherAttempt, pauseAfter } from './retry.ts'
import { createSharing, type Requester, type Sharing, sharesOf } from './shares.ts'
import { type SilenceWatch, watchForSilence } from './silence.ts'
import type { StandbyGate } from './standby-gate.ts'

export interface PoolOptions {
  target: ConnectionTarget
  /** Connections at the most. */
  size: number
  /** Shown in pg_stat_activity. */
  name: string
  /** Closed while no commit comes back; shared by the pools of a database. */
  gate?: StandbyGate
  /** How `listen` waits for its connection. */
  line?: Line
  /** True where its target is a replica, which commits nothing. */
  standby?: boolean
}

/** A set of connections to one database as one user, with a bounded queue in front. */
export interface Pool {
  /** Replicas that may answer in its place what only reads; absent where there are none. */
  readonly replicas?: Replicas
  /**
   * Does the work on a separate connection, and again where Postgres undid it because of a conflict: it must change
   * nothing but the database. It uses the requester's share of the connections, where there is one.
   *
   * Throws {@link DatabaseUnavailable} when no connection is free or can be opened within 3 s, and when Postgres is too
   * busy or falls silent; otherwise what the work throws.
   */
  run<T>(work: (connection: Connection) => Promise<T>, requester?: Requester): Promise<T>
  /** Listens to a channel, over a connection beside the pool's. Rejects when that does not come about. */
  listen(channel: string, listener: Listener): Promise<void>
  load(): PoolLoad
  /** Whether its connections may keep a statement with this text prepared. */
  fitsPrepared(text: string): boolean
  /** Cuts all connections: what waits for an answer is rejected. */
  cut(cause: Error): void
  /** Ends idle connections at once and busy ones after `graceSeconds`. */
  close(graceSeconds?: number): Promise<void>
}

/** No transaction may be forgotten open, no statement may wait long for a lock or go on for nobody. Milliseconds. */
const SETTINGS = {
  idle_in_transaction_session_timeout: '10000',
  lock_timeout: '2000',
  client_connection_check_interval: '2000',
}

/** The name of the connections that look after others. */
const BESIDE = 'cairn standby'

/** For a pool whose commits all come back, or wait. */
const OPEN_GATE: StandbyGate = { isMissing: () => false, close: () => {}, end: async () => {} }

/** From the beginning to a connection that can be used. */
const CONNECTED_WITHIN_MS = 3_000
const LEAST_TO_CONNECT_MS = 250
const WAITING_PER_CONNECTION = 100

/** Opens a pool. Nothing connects before the first work, so a database that is away does not fail this. */
export function openPool({ target, size, name, line, gate = OPEN_GATE, standby = false }: PoolOptions): Pool {
  const connect = createConnect(target, { name, settings: SETTINGS, standby })
  const connections = createConnections(size, () => connect({ withinMs: CONNECTED_WITHIN_MS }))
  const beside = createConnect(target, { name: BESIDE, settings: SETTINGS })
  const commits = standby ? NO_COMMITS : watchCommits(beside, () => gate.close(commitRecord))
  const silence = watchForSilence(target, (cause) => connections.cut(cause))
  const admission = createAdmission({
    concurrency: size,
    maxQueued: size * WAITING_PER_CONNECTION,
    maxWaitMs: CONNECTED_WITHIN_MS - LEAST_TO_CONNECT_MS,
  })
  const sharing = createSharing(sharesOf(size), createLongWork())
  const listening: (() => Promise<void>)[] = []
  const run = createRun({ name, admission, connections, sharing, gate, silence, commits })

  /** Commits a record that nobody reads, also while connections only read. As other work, it is ended where it waits. */
  function commitRecord(): Promise<unknown> {
    return run(({ sql }) =>
      inTransaction(sql, async (tx) => {
        await tx`set transaction read write`
        await tx`select pg_logical_emit_message(true, 'cairn', '')`
      }),
    )
  }

  return {
    run,
    async listen(channel, listener) {
      const begin = () => listen(connect, channel, listener)
      listening.push(await (line === undefined ? begin() : inLine(begin, line)))
    },
    load() {
      const { running, waiting } = admission.load()
      return { name, size, open: connections.open(), inUse: running, waiting }
    },
    fitsPrepared: createPreparedTexts(),
    cut: connections.cut,
    async close(graceSeconds = 5) {
      await Promise.all([...listening.map((end) => end()), connections.close(graceSeconds * 1_000)])
    },
  }
}

interface RunParts {
  name: string
  admission: Admission
  connections: Connections
  sharing: Sharing
  gate: StandbyGate
  silence: SilenceWatch
  commits: CommitWatch
}

/**
 * The way of all work: its turn, a connection, the work itself under watch, and again where Postgres undid it because of
 * a conflict.
 */
function createRun({ name, admission, connections, sharing, gate, ...watches }: RunParts): Pool['run'] {
  const ofWait = { said: { 'db.client.connection.pool.name': name } }
  const ofStatement = { kind: 'client', said: { 'db.system.name': 'postgresql', ...ofWait.said } } as const

  return async (work, requester) => {
    const hasWaited = beginSpan('wait for connection', ofWait)
    const came = performance.now()
    const parties = sharing.partiesOf(requester)
    try {
      await admission.enter(parties)
      try {
        for (let attempt = 1; ; attempt += 1) {
          const held = connections.takeFree() ?? (await connections.waitForOne(timeToConnect(came)))
          hasWaited()
          const watched = watch(held.client, watches)
          try {
            await held.client.setReadOnly(gate.isMissing())
            const answer = await inSpan('statement', () => work(held.client), ofStatement)
            watched.isAnswered = true
            return answer
          } catch (error) {
            if (watched.wasEnded) throw standbyMissing(error)
            if (!isWorthAnotherAttempt(attempt, error)) throw error
          } finally {
            sharing.note(requester, watched.end())
            connections.giveBack(held)
          }
          await pauseAfter(attempt)
        }
      } finally {
        admission.leave(parties)
      }
    } catch (error) {
      throw unavailable(error)
    } finally {
      hasWaited()
    }
  }
}

/** Watches work on a connection: whether Postgres is silent, and whether its commit comes back. `end` says how long it took. */
function watch({ pid }: Connection, { silence, commits }: Pick<RunParts, 'silence' | 'commits'>) {
  const began = performance.now()
  const watched = { pid, wasEnded: false, isOver: false, isAnswered: false, end }
  const endOfSilence = silence.during(() => commits.watch(watched))
  function end(): number {
    watched.isOver = true
    endOfSilence(watched.isAnswered)
    return performance.now() - began
  }
  return watched
}

/** The rest of the time to connect, of which some is given whatever went before. */
const timeToConnect = (came: number) =>
  Math.max(LEAST_TO_CONNECT_MS, came + CONNECTED_WITHIN_MS - performance.now())

function standbyMissing(cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The synchronous standby is missing.', { cause, mayBeDone: true })
}

function unavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof Overloaded) {
    return new DatabaseUnavailable('No database connection became free in time.', { cause: error })
  }
  if (error instanceof NoConnection) {
    return new DatabaseUnavailable('The database cannot be reached.', { cause: error.cause })
  }
  return asUnavailable(error)
}
