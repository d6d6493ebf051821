import type postgres from 'postgres'
import { Overloaded } from './admission.ts'
import type { BatchRunner } from './batch.ts'
import type { Connection } from './connections.ts'
import { asUnavailable, DatabaseUnavailable, isLostConnection } from './errors.ts'
import type { Pool } from './pool.ts'
import { retryOnConflict } from './retry.ts'

/** The roles that a request can have, as Supabase names them. */
export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

/** On whose behalf a statement runs. `sessionId` is the session that must still exist, null for API keys. */
export interface Caller {
  role: DatabaseRole
  claims: Record<string, unknown>
  sessionId: string | null
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
}

export type Row = Record<string, unknown>

export interface CallerWork {
  statement: Statement
  readOnly: boolean
  /** What policies and functions may ask about the request, as PostgREST's `request.*` settings. */
  request: { method: string; path: string; headers: Record<string, string> }
  /** Settings of Postgres for this transaction, beyond those of every request. */
  settings?: Readonly<Partial<Record<'search_path' | 'timezone', string>>>
  /** True when the transaction is to be rolled back. */
  undo?: boolean
  /**
   * Looks at the rows before the transaction commits; what it throws rolls back. Without it one round trip is saved.
   */
  accept?: (rows: readonly Row[]) => void
}

const STATEMENT_TIMEOUT_MS: Record<DatabaseRole, number> = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
}

/**
 * The first statement of every request. The session is looked up before the role changes: `require_session` belongs to
 * the authenticator. All settings are local to the transaction.
 */
const becoming = (readOnly: boolean) => `
  select
    ${readOnly ? "set_config('transaction_read_only', 'on', true)," : ''}
    case when $7::uuid is null then null else auth.require_session($7::uuid)::text end,
    set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true),
    set_config('request.path', $4, true),
    set_config('request.headers', $5, true),
    set_config('statement_timeout', $6, true),
    set_config('role', $1, true)`
const BECOME_CALLER = becoming(false)
const BECOME_READER = becoming(true)

const SET = 'select set_config($1, $2, true)'

/**
 * Statement texts that connections may keep prepared. Callers choose the texts, so there is a limit, and a full list is
 * forgotten from time to time: connections live no longer than half an hour, and what they keep goes with them.
 */
const MAX_PREPARED = 200
const FORGET_AFTER_MS = 10 * 60_000
const prepared = { texts: new Set<string>(), since: 0 }

function mayPrepare(text: string, role: DatabaseRole): boolean {
  if (role === 'anon') return false
  if (prepared.texts.has(text)) return true
  const now = performance.now()
  if (prepared.texts.size >= MAX_PREPARED && now - prepared.since < FORGET_AFTER_MS) return false
  if (prepared.texts.size >= MAX_PREPARED) prepared.texts.clear()
  if (prepared.texts.size === 0) prepared.since = now
  prepared.texts.add(text)
  return true
}

/**
 * Runs one statement as its caller: role, claims and limits are set for this transaction only, and row level security
 * decides. Everything is sent at once; with `accept` the commit waits for its verdict. A transaction that Postgres
 * undid
 * because of a conflict with another one is retried.
 *
 * Throws {@link DatabaseUnavailable} when there is no connection or no turn within 3 s, what `accept` throws, and
 * otherwise the driver's error (see `postgresFailure`): SQLSTATE PT401 when the session no longer exists.
 */
export async function asCaller(pool: Pool, caller: Caller, work: CallerWork): Promise<readonly Row[]> {
  try {
    return await pool.admission.run(() =>
      retryOnConflict(() =>
        withConnection(pool, (connection) =>
          connection.batches !== null && fitsOneBatch(work)
            ? inOneBatch(connection.batches, caller, work)
            : inTransaction(connection.sql, caller, work),
        ),
      ),
    )
  } catch (error) {
    if (error instanceof Overloaded) {
      throw new DatabaseUnavailable('No database connection became free in time.', { cause: error })
    }
    throw asUnavailable(error)
  }
}

async function withConnection<T>(pool: Pool, use: (connection: Connection) => Promise<T>): Promise<T> {
  // An idle connection that was cut is only noticed when it is reserved. Nothing has been sent by then.
  const connection = await pool.connections.reserve().catch(() => pool.connections.reserve())
  try {
    const result = await use(connection)
    connection.release()
    return result
  } catch (error) {
    if (isLostConnection(error)) connection.discard()
    else connection.release()
    throw error
  }
}

/** True when nothing has to be decided before the commit, and all values may come back as texts. */
function fitsOneBatch({ statement, accept, undo }: CallerWork): boolean {
  return statement.asTexts === true && accept === undefined && undo !== true
}

/** All statements as one message: what Postgres reads up to its end is one transaction. */
function inOneBatch(batches: BatchRunner, caller: Caller, work: CallerWork): Promise<readonly Row[]> {
  const { statement, readOnly, settings } = work
  return batches.run([
    {
      text: readOnly ? BECOME_READER : BECOME_CALLER,
      values: texts(callerSettings(caller, work)),
      prepare: true,
    },
    ...Object.entries(settings ?? {}).map((setting) => ({ text: SET, values: setting, prepare: true })),
    {
      text: statement.text,
      values: texts(statement.values),
      prepare: mayPrepare(statement.text, caller.role),
    },
  ])
}

function texts(values: readonly Parameter[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}

async function inTransaction(
  sql: postgres.ReservedSql,
  caller: Caller,
  work: CallerWork,
): Promise<readonly Row[]> {
  const { statement, accept } = work
  const end = work.undo === true ? 'rollback' : 'commit'
  // Each is sent when it is made, in this order: a query that merely waits to be awaited would come last.
  const begun = sql.unsafe(work.readOnly ? 'begin read only' : 'begin').execute()
  const become = sql.unsafe(BECOME_CALLER, callerSettings(caller, work), { prepare: true }).execute()
  const more = Object.entries(work.settings ?? {}).map(([name, value]) =>
    sql.unsafe(SET, [name, value], { prepare: true }).execute(),
  )
  const answer = sql
    .unsafe<Row[]>(statement.text, [...statement.values], {
      prepare: mayPrepare(statement.text, caller.role),
    })
    .execute()
  if (accept === undefined) {
    // A transaction that failed answers "commit" with a rollback, so it can be sent along.
    await settled([begun, become, ...more, answer, sql.unsafe(end).execute()])
    return answer
  }
  try {
    await settled([begun, become, ...more, answer])
    const rows = await answer
    accept(rows)
    await sql.unsafe(end)
    return rows
  } catch (error) {
    if (!isLostConnection(error)) await sql.unsafe('rollback')
    throw error
  }
}

const jsonOfClaims = new WeakMap<Caller['claims'], string>()

/** A token that was verified once brings the same claims with every request. */
function claimsJson(claims: Caller['claims']): string {
  const known = jsonOfClaims.get(claims) ?? JSON.stringify(claims)
  jsonOfClaims.set(claims, known)
  return known
}

function callerSettings(caller: Caller, { request }: CallerWork): Parameter[] {
  return [
    caller.role,
    claimsJson(caller.claims),
    request.method,
    request.path,
    JSON.stringify(request.headers),
    String(STATEMENT_TIMEOUT_MS[caller.role]),
    caller.sessionId,
  ]
}

/**
 * Waits for all, then throws the first failure: those after it only say that the transaction is aborted. A lost
 * connection
 * is thrown at once, for the driver never settles what was still waiting for its turn on it.
 */
async function settled(sent: readonly Promise<unknown>[]): Promise<void> {
  const lost = new Promise<never>((_, reject) => {
    for (const query of sent) query.catch((error) => isLostConnection(error) && reject(error))
  })
  const outcomes = await Promise.race([Promise.allSettled(sent), lost])
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
