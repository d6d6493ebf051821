import type postgres from 'postgres'
import type { BatchRunner } from '../wire/batch.ts'
import { databaseTakesNoWrites, postgresFailure, READ_ONLY } from '../wire/errors.ts'
import type { Progress } from './answering.ts'
import { become, callerSettings } from './become.ts'
import type { Caller, CallerWork, Parameter, Row, Statement } from './caller.ts'
import type { Connection } from './connections.ts'
import type { Pool } from './pool.ts'

const SET = 'select set_config($1, $2, true)'

/** Says whether a statement with a text may be kept prepared. */
type MayPrepare = (text: string) => boolean

/** Statements of visitors and strangers are never kept prepared. */
function preparing(pool: Pool, { role, isStranger = false }: Caller): MayPrepare {
  return (text) => role !== 'anon' && !isStranger && pool.fitsPrepared(text)
}

/**
 * Runs one statement as its caller: role, claims and limits are set for this transaction only, and row level security
 * decides. Everything is sent at once; with `accept` the commit waits for its verdict. A transaction that Postgres
 * undid because of a conflict with another one is retried.
 *
 * Throws `DatabaseUnavailable` as `Pool.run` does and when the database takes no writes, the errors of `accept`, and
 * otherwise the driver's error (see `postgresFailure`): SQLSTATE PT401 when the session no longer exists.
 */
export async function asCaller(pool: Pool, caller: Caller, work: CallerWork): Promise<readonly Row[]> {
  const oneBatch = fitsOneBatch(work)
  const mayPrepare = preparing(pool, caller)
  try {
    if (oneBatch && work.byReplica === true && pool.replicas !== undefined) {
      const read = ({ batches }: Connection, replayed: Progress) =>
        inOneBatch(batches, caller, work, mayPrepare, replayed)
      const rows = await pool.replicas.answer(read, caller.requester)
      if (rows !== null) return rows
    }
    return await pool.run(
      ({ batches, sql }) =>
        oneBatch
          ? inOneBatch(batches, caller, work, mayPrepare, null)
          : inSteps(sql, caller, work, mayPrepare),
      caller.requester,
    )
  } catch (error) {
    // Only a caller who asked to read is at fault when a write is refused.
    if (!work.readOnly && postgresFailure(error)?.code === READ_ONLY) throw databaseTakesNoWrites(error)
    throw error
  }
}

/** True when nothing has to be decided before the commit, and all values may be returned as texts. */
function fitsOneBatch({ statement, accept, undo, once }: CallerWork): boolean {
  return statement.asTexts === true && accept === undefined && undo !== true && once === undefined
}

/** Sends all statements as one message: Postgres treats everything up to its end as one transaction. */
function inOneBatch(
  batches: BatchRunner,
  caller: Caller,
  work: CallerWork,
  mayPrepare: MayPrepare,
  replayed: Progress | null,
): Promise<readonly Row[]> {
  const { statement, readOnly, settings, first } = work
  const text = textFor(work.role, statement)
  return batches.run([
    {
      text: become(caller, replayed === null ? readOnly : 'by replica'),
      values: texts([...callerSettings(caller, work), ...settingsOf(replayed)]),
      prepare: true,
    },
    ...Object.entries(settings ?? {}).map((setting) => ({ text: SET, values: setting, prepare: true })),
    ...(first === undefined ? [] : [{ text: first, values: [], prepare: true }]),
    {
      text,
      bytes: statement.asBytes,
      values: texts(statement.values),
      prepare: mayPrepare(text),
    },
  ])
}

/**
 * Returns the text of a statement, marked with the role where the work has another than the caller's: Postgres plans a
 * prepared statement with row security anew whenever another role has used the connection.
 */
const textFor = (role: string | undefined, { text }: Statement) =>
  role === undefined ? text : `${text} -- ${role}`

const settingsOf = (replayed: Progress | null) => (replayed === null ? [] : [replayed.lsn, replayed.timeline])

function texts(values: readonly Parameter[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}

async function inSteps(
  sql: postgres.Sql,
  caller: Caller,
  work: CallerWork,
  mayPrepare: MayPrepare,
): Promise<readonly Row[]> {
  const { statement, accept, once } = work
  const end = work.undo === true ? 'rollback' : 'commit'
  // Where nothing is committed, the checks of a commit run too.
  const checks = () => (work.undo === true ? [sql.unsafe('set constraints all immediate').execute()] : [])
  const send = (sent: Statement) => {
    const text = textFor(work.role, sent)
    return sql.unsafe<Row[]>(text, [...sent.values], { prepare: mayPrepare(text) }).execute()
  }
  // Each statement is sent when it is created, in this order: a query that merely waits to be awaited would come last.
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
