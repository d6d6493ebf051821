import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { LOCKS } from '../start/locks.ts'
import { NO_PATIENCE, reach } from '../start/patience.ts'
import { postgresFailure } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { sslOption } from '../wire/tls.ts'
import {
  type Checksum,
  checksumOf,
  type MovedTable,
  sequencesIn,
  tablesIn,
  WRITTEN_ALIKE,
} from './contents.ts'
import { MoveRefused } from './move-refused.ts'
import { refuseServers } from './refuse-servers.ts'

export interface MoveOptions {
  from: ConnectionTarget
  /** The target database. It has the schema of the source already: a start's own migrations have created it. */
  to: ConnectionTarget
  /** The ID of the installation: an interrupted move continues only from the same one. */
  installation: string
  /** Called after each table. */
  onTable?: (table: string, rows: string) => void
}

/** The result of a move. */
export interface Moved {
  tables: number
  rows: number
  /** Tables that an earlier attempt had moved already; they were compared again. */
  there: number
}

/**
 * Copies all rows of a database into another one, table by table, from one snapshot: each with COPY, counted and
 * compared before it is committed. Tables that an earlier attempt has copied are compared and left as they are where
 * they are equal. Foreign keys and triggers are off meanwhile: the rows were checked in the source. No server starts on
 * either database meanwhile. Throws {@link MoveRefused}.
 *
 * Source: https://www.postgresql.org/docs/current/sql-copy.html
 */
export async function moveRows({ from, to, installation, onTable }: MoveOptions): Promise<Moved> {
  const source = await connect(from)
  const target = await connect(to)
  try {
    await keepStartsAway(source, 'source')
    await keepStartsAway(target, 'target')
    // A server may have started before the lock was held.
    await refuseServers(source)
    await letRulesRest(target)
    // The transaction ends with the connection: after an interrupted COPY a rollback would wait forever.
    await source.unsafe('begin isolation level repeatable read read only')
    const tables = await tablesIn(source)
    requireSameTables(tables, await tablesIn(target))
    await beginMove(target, installation)
    const moved: Moved = { tables: tables.length, rows: 0, there: 0 }
    for (const table of tables) {
      const outcome = await moveTable(source, target, table)
      moved.rows += Number(outcome.rows)
      if (outcome.wasThere) moved.there += 1
      onTable?.(table.name, outcome.rows)
    }
    await moveSequences(source, target)
    await target.unsafe('drop schema cairn_move cascade')
    await target.unsafe('analyze')
    return moved
  } finally {
    await Promise.all([source.end({ timeout: 1 }), target.end({ timeout: 1 })])
  }
}

/**
 * Opens a connection to the address that takes writes. The driver is used as it is: it streams COPY with back-pressure.
 */
async function connect(target: ConnectionTarget): Promise<postgres.Sql> {
  const first = await reach(target, 'cairn move', NO_PATIENCE)
  const { host, port } = first.endpoint
  await first.close()
  return postgres({
    host,
    port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: sslOption({ host, tls: target.tls }),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'cairn move', ...WRITTEN_ALIKE },
  })
}

/** The session of a move that was killed takes a moment to end. */
const LOCK_WITHIN_MS = 10_000

/** Keeps servers from starting. Starts take this lock first, wait, and name its holder. */
async function keepStartsAway(sql: postgres.Sql, which: string): Promise<void> {
  await sql.unsafe(`set lock_timeout = ${LOCK_WITHIN_MS}`)
  try {
    await sql`select pg_advisory_lock(${LOCKS.bootstrap})`
  } catch (cause) {
    if (postgresFailure(cause)?.code !== '55P03') throw cause
    throw new MoveRefused(`A server is starting on the ${which}, or another move is at it. Stop it first.`, {
      cause,
    })
  }
  await sql`set lock_timeout = 0`
}

async function letRulesRest(target: postgres.Sql | postgres.TransactionSql): Promise<void> {
  try {
    await target`set session_replication_role = replica`
  } catch (error) {
    if (postgresFailure(error)?.code !== '42501') throw error
    throw new MoveRefused(
      'The user of the target may not let triggers and foreign keys rest while rows are copied. Use a superuser, or give it ' +
        'the right (Postgres 15 and later): grant set on parameter session_replication_role to <the user>.',
      { cause: error },
    )
  }
}

function requireSameTables(ours: readonly MovedTable[], theirs: readonly MovedTable[]): void {
  const shapes = (tables: readonly MovedTable[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join(', ')]))
  const [there, here] = [shapes(theirs), shapes(ours)]
  const missing = [...here].filter(([name, columns]) => there.get(name) !== columns).map(([name]) => name)
  const more = [...there.keys()].filter((name) => !here.has(name))
  if (missing.length + more.length === 0) return
  throw new MoveRefused(
    `Source and target do not have the same tables and columns: ${[...missing, ...more].join(', ')}. Cairn's own have to be of ` +
      'this version on both sides (start it once on the source); tables of your own have to be made at the target first.',
  )
}

/** Creates the note of a move in the target, which lists the copied tables. It is dropped at the end. */
async function beginMove(target: postgres.Sql, installation: string): Promise<void> {
  const [begun] = await target`select to_regclass('cairn_move.tables') is not null as there`
  if (begun?.['there'] === true) {
    const [same] = await target`select from cairn_move.move where installation = ${installation}`
    if (same !== undefined) return
    throw new MoveRefused('A move of another installation into the target broke off. Take an empty database.')
  }
  const [people] = await target`select from auth.users limit 1`
  if (people !== undefined)
    throw new MoveRefused('The target holds accounts already. Take an empty database.')
  await target.begin(async (tx) => {
    await tx.unsafe('create schema cairn_move')
    await tx.unsafe('create table cairn_move.move (installation text not null)')
    await tx.unsafe('create table cairn_move.tables (name text primary key)')
    await tx`insert into cairn_move.move (installation) values (${installation})`
  })
}

async function moveTable(
  snapshot: postgres.Sql,
  target: postgres.Sql,
  table: MovedTable,
): Promise<{ rows: string; wasThere: boolean }> {
  const wanted = await checksumOf(snapshot, table)
  const [noted] = await target`select from cairn_move.tables where name = ${table.name}`
  if (noted !== undefined && isSame(wanted, await checksumOf(target, table)))
    return { rows: wanted.rows, wasThere: true }
  await target.begin(async (tx) => {
    await letRulesRest(tx)
    await tx.unsafe(`delete from only ${table.name}`)
    if (wanted.rows !== '0') await copyRows(snapshot, tx, table)
    const got = await checksumOf(tx, table)
    if (!isSame(wanted, got))
      throw new MoveRefused(
        `${table.name} did not arrive as it was: ${got.rows} of ${wanted.rows} rows, and another checksum or count. ` +
          'Nothing of it was kept. Run the command again; if it fails again, tell us.',
      )
    await tx`insert into cairn_move.tables (name) values (${table.name}) on conflict do nothing`
  })
  return { rows: wanted.rows, wasThere: false }
}

const isSame = (one: Checksum, other: Checksum): boolean => one.rows === other.rows && one.sum === other.sum

async function copyRows(
  snapshot: postgres.Sql,
  tx: postgres.TransactionSql,
  { name, columns }: MovedTable,
): Promise<void> {
  const list = columns.join(', ')
  const rows = await snapshot.unsafe(`copy (select ${list} from only ${name}) to stdout`).readable()
  const copying = tx.unsafe(`copy ${name} (${list}) from stdin`)
  // The driver reports an error after the last row to the statement alone, which is resolved by then.
  const failed = new Promise<never>((_resolve, reject) => Object.assign(copying, { reject }))
  failed.catch(() => {})
  const into = await Promise.race([copying.writable(), failed])
  await Promise.race([pipeline(rows, into), failed])
  // The driver leaves its socket paused where the last rows filled the buffer; a read resumes it.
  rows._read(0)
}

async function moveSequences(snapshot: postgres.Sql, target: postgres.Sql): Promise<void> {
  for (const { name, lastValue, isCalled } of await sequencesIn(snapshot))
    await target`select setval(${name}::text::regclass, ${lastValue}::text::bigint, ${isCalled})`
}
