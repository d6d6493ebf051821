import type postgres from 'postgres'
import type { BatchRunner } from './batch.ts'
import { become, callerSettings } from './become.ts'
import type { Connection } from './connections.ts'
import { databaseTakesNoWrites, postgresFailure, READ_ONLY } from './errors.ts'
import type { Pool } from './pool.ts'
import { createPreparedTexts } from './prepared-texts.ts'
import type { Progress } from './replicas/committed.ts'
import type { Requester } from './shares.ts'

/** The roles that a request can have, as Supabase names them. */
export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

/** On whose behalf a statement runs. `sessionId` is the session that must still exist, null for API keys. */
export interface Caller {
  role: DatabaseRole
  claims: Record<string, unknown>
  sessionId: string | null
  /** The SHA-256, in hexadecimal, of an opaque token: its claims are looked up in the transaction of the request. */
  tokenHash?: string
  /** Whose share of the connections is used. Without it none is counted. */
  requester?: Requester
}

export type Parameter = string | number | boolean | null

/** SQL text with $1… in it, and their values. Values travel apart from the text. */
export interface Statement {
  text: string
  values: readonly Parameter[]
  /**
   * True when all its columns are texts, or may be read as such: then the whole transaction can be sent as one message.
   */
  asTexts?: true
  /** A column that may come back as bytes: what is passed on need not become a text and bytes again. */
  asBytes?: string
}

export type Row = Record<string, unknown>

export interface CallerWork {
  statement: Statement
  readOnly: boolean
  /** Whether a replica may answer it: it reads what is stored, and nothing else. */
  byReplica?: boolean
  /** What policies and functions may ask about the request, as PostgREST's `request.*` settings. */
  request: { method: string; path: string; headers: Record<string, string> }
  /** Settings of Postgres for this transaction, beyond those of every request. */
  settings?: Readonly<Partial<Record<'search_path' | 'timezone', string>>>
  /** A statement that comes before, as the caller: what it raises ends the request. */
  first?: string
  /** True when the transaction is to be rolled back. */
  undo?: boolean
  /**
   * Looks at the rows before the transaction commits; what it throws rolls back. Without it one round trip is saved.
   */
  accept?: (rows: readonly Row[]) => void
  /** Makes the work happen once, however often it is asked for. It takes two round trips more. */
  once?: Once
}

/** How work that was done already is found, and what is kept of it in the transaction that does it. */
export interface Once {
  /** Comes before the statement, as the caller. */
  find: Statement
  /** Whether what was found is the answer: then nothing else is done. */
  isAnswer: (rows: readonly Row[]) => boolean
  /** Made of the statement's rows, and committed with its work. What this throws rolls back. */
  keep: (rows: readonly Row[]) => Statement
}

const SET = 'select set_config($1, $2, true)'

const fitsPrepared = createPreparedTexts()

/** Visitors' statements are never kept. */
function mayPrepare(text: string, role: DatabaseRole): boolean {
  return role !== 'anon' && fitsPrepared(text)
}

/**
 * Runs one statement as its caller: role, claims and limits are set for this transaction only, and row level security
 * decides. Everything is sent at once; with `accept` the commit waits for its verdict. A transaction that Postgres
 * undid
 * because of a conflict with another one is retried.
 *
 * Throws `DatabaseUnavailable` as `Pool.run` does and when the database takes no writes, what `accept` throws, and
 * otherwise the driver's error (see `postgresFailure`): SQLSTATE PT401 when the session no longer exists.
 */
export async function asCaller(pool: Pool, caller: Caller, work: CallerWork): Promise<readonly Row[]> {
  const oneBatch = fitsOneBatch(work)
  try {
    if (oneBatch && work.byReplica === true && pool.replicas !== undefined) {
      const read = ({ batches }: Connection, replayed: Progress) =>
        inOneBatch(batches, caller, work, replayed)
      const rows = await pool.replicas.answer(read, caller.requester)
      if (rows !== null) return rows
    }
    return await pool.run(
      ({ batches, sql }) => (oneBatch ? inOneBatch(batches, caller, work, null) : inSteps(sql, caller, work)),
      caller.requester,
    )
  } catch (error) {
    // Only a caller who asked to read is at fault when a write is refused.
    if (!work.readOnly && postgresFailure(error)?.code === READ_ONLY) throw databaseTakesNoWrites(error)
    throw error
  }
}

/** True when nothing has to be decided before the commit, and all values may come back as texts. */
function fitsOneBatch({ statement, accept, undo, once }: CallerWork): boolean {
  return statement.asTexts === true && accept === undefined && undo !== true && once === undefined
}

/** All statements as one message: what Postgres reads up to its end is one transaction. */
function inOneBatch(
  batches: BatchRunner,
  caller: Caller,
  work: CallerWork,
  replayed: Progress | null,
): Promise<readonly Row[]> {
  const { statement, readOnly, settings, first } = work
  return batches.run([
    {
      text: become(caller, replayed === null ? readOnly : 'by replica'),
      values: texts([...callerSettings(caller, work), ...settingsOf(replayed)]),
      prepare: true,
    },
    ...Object.entries(settings ?? {}).map((setting) => ({ text: SET, values: setting, prepare: true })),
    ...(first === undefined ? [] : [{ text: first, values: [], prepare: true }]),
    {
      text: statement.text,
      bytes: statement.asBytes,
      values: texts(statement.values),
      prepare: mayPrepare(statement.text, caller.role),
    },
  ])
}

const settingsOf = (replayed: Progress | null) => (replayed === null ? [] : [replayed.lsn, replayed.timeline])

function texts(values: readonly Parameter[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}

async function inSteps(sql: postgres.Sql, caller: Caller, work: CallerWork): Promise<readonly Row[]> {
  const { statement, accept, once } = work
  const end = work.undo === true ? 'rollback' : 'commit'
  // What a commit would have refused is refused where nothing is committed, too.
  const checks = () => (work.undo === true ? [sql.unsafe('set constraints all immediate').execute()] : [])
  const send = ({ text, values }: Statement) =>
    sql.unsafe<Row[]>(text, [...values], { prepare: mayPrepare(text, caller.role) }).execute()
  // Each is sent when it is made, in this order: a query that merely waits to be awaited would come last.
  const begun = sql.unsafe(work.readOnly ? 'begin read only' : 'begin').execute()
  const became = sql.unsafe(become(caller, false), callerSettings(caller, work), { prepare: true }).execute()
  const more = Object.entries(work.settings ?? {}).map(([name, value]) =>
    sql.unsafe(SET, [name, value], { prepare: true }).execute(),
  )
  const before = work.first === undefined ? [] : [sql.unsafe(work.first).execute()]
  const opening = [begun, became, ...more, ...before]
  if (accept === undefined && once === undefined) {
    const answer = send(statement)
    // A transaction that failed answers "commit" with a rollback, so it can be sent along.
    await settled([...opening, answer, ...checks(), sql.unsafe(end).execute()])
    return answer
  }
  try {
    if (once !== undefined) {
      const found = send(once.find)
      await settled([...opening.splice(0), found])
      if (once.isAnswer(await found)) {
        await sql.unsafe('commit')
        return found
      }
    }
    const answer = send(statement)
    await settled([...opening, answer])
    const rows = await answer
    accept?.(rows)
    const kept = once === undefined ? [] : [send(once.keep(rows))]
    await settled([...kept, ...checks(), sql.unsafe(end).execute()])
    return rows
  } catch (error) {
    await sql.unsafe('rollback').catch(() => {})
    throw error
  }
}

/** Waits for all, then throws the first failure: those after it only say that the transaction is aborted. */
async function settled(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
