import { join } from 'node:path'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { PATIENTLY } from '@cairn/testing/patience'
import { type Arrangement, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { expect, vi } from 'vitest'
import { arrangeCast, callerOf, type Person } from './cast.ts'
import { arrangeOwnRows } from './own-rows.ts'

/** The outcome of a statement: the number of rows that it returned or touched, or the SQLSTATE that refused it. */
export type Outcome = number | { refused: string }

interface ActOptions {
  /** The network of the request, as the server in front reports it. */
  from?: string
  /** Whether to keep the work; otherwise it is rolled back. */
  keep?: boolean
}

/** Thrown to roll back a successful transaction. */
class NotKept extends Error {}

/** A database with the cast in it, and two ways in: `admin` to arrange and to look, `as` to act. */
export interface Stage {
  admin: postgres.Sql
  /** Connections as supabase_auth_admin, under which hooks run and users are written. */
  auth: postgres.Sql
  /** The target of the data API's connections. */
  authenticator: ConnectionTarget
  /** Runs work in one transaction with an actor's role and claims. */
  as<T>(actor: Person, work: (tx: postgres.TransactionSql) => Promise<T>, options?: ActOptions): Promise<T>
  /** Runs one statement as an actor and returns the outcome. */
  outcome(actor: Person, statement: string, options?: ActOptions): Promise<Outcome>
  /** Waits until so many statements of this database are waiting for a lock. */
  untilWaiting(count: number): Promise<void>
  close(): Promise<void>
}

/** The cast and what they own. */
const CAST: Arrangement = {
  name: '_cast',
  madeFrom: ['cast.ts', 'own-rows.ts'].map((file) => join(import.meta.dirname, file)),
  async fill(target) {
    const admin = connect(target, 1)
    await arrangeCast(admin)
    await arrangeOwnRows(admin)
    await admin.end()
  },
}

/** Opens a separate database for the test file, with the cast in place. */
export async function openStage(): Promise<Stage> {
  const database = await testDatabase('product', CAST)
  const admin = connect(database.admin, 4)
  const auth = connect(database.authAdmin, 25)
  const requests = connect(database.authenticator, 20)

  const as: Stage['as'] = async (actor, work, { from, keep = false } = {}) => {
    const done: { result?: { value: Awaited<ReturnType<typeof work>> } } = {}
    await requests
      .begin(async (tx) => {
        await become(tx, actor, from)
        done.result = { value: await work(tx) }
        if (!keep) throw new NotKept()
      })
      .catch((error: unknown) => {
        if (!(error instanceof NotKept)) throw error
      })
    if (done.result === undefined) throw new Error('The work of an actor ended without a result.')
    return done.result.value
  }

  return {
    admin,
    auth,
    authenticator: database.authenticator,
    as,
    outcome: (actor, statement, options) => as(actor, (tx) => outcomeOf(tx.unsafe(statement)), options),
    async untilWaiting(count) {
      await vi.waitFor(
        async () => {
          const waiting = await admin`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          expect(waiting).toHaveLength(count)
        },
        { ...PATIENTLY, interval: 20 },
      )
    },
    async close() {
      await Promise.all([admin, auth, requests].map((sql) => sql.end({ timeout: 1 })))
      await database.drop()
    },
  }
}

/** Runs the following statements of the transaction with an actor's role and claims. */
export async function become(tx: postgres.TransactionSql, actor: Person, from?: string): Promise<void> {
  const { role, claims } = callerOf(actor)
  const headers = JSON.stringify(from === undefined ? {} : { 'x-forwarded-for': from, 'user-agent': 'Tests' })
  await tx`
    select set_config('request.jwt.claims', ${claims}, true), set_config('request.headers', ${headers}, true),
      set_config('role', ${role}, true), set_config('cairn.act', '', true)`
}

/** Waits for a statement and returns the outcome. Anything but an answer of Postgres is thrown. */
export async function outcomeOf(statement: PromiseLike<{ count: number }>): Promise<Outcome> {
  try {
    return (await statement).count
  } catch (error) {
    const failure = postgresFailure(error)
    if (failure === null) throw error
    return { refused: failure.code }
  }
}

function connect(target: ConnectionTarget, max: number): postgres.Sql {
  return postgres({ ...target, ssl: false, max, fetch_types: false, onnotice: () => {} })
}
