import type { AccountJob, SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { IMPORT_DAYS } from '@cairn/workspace/port/imports'
import { DELETED_FIELD_DAYS } from '@cairn/workspace/port/records/own-fields'
import { z } from 'zod'
import type { Observe } from '../observe/events.ts'
import type { Retention } from '../settings/config.ts'
import { accountsIn } from './accounts.ts'
import { deleteBatch, deleteInBatches } from './delete-in-batches.ts'

/** For how long the answer to a write is given again to its `Idempotency-Key`. */
const ANSWER_DAYS = 1
const HOUR_SECONDS = 3_600

const deletedRows = z.tuple([z.object({ deleted: z.number() })])
const keyRows = z.array(z.object({ key: z.string() }))

/** The kinds of rows that the product's database deletes on request. */
type Kept = 'audit' | 'history' | 'bin' | 'sign-ins' | 'fields' | 'imports' | 'runs' | 'answers'

/** The operator's names of the rows. */
const ROW: Record<Kept, string> = {
  audit: 'entry of the security log',
  history: 'change of the history',
  bin: 'record in the bin',
  'sign-ins': 'sign-in',
  fields: 'deleted own field',
  imports: 'import',
  runs: 'run of a heartbeat',
  answers: 'kept answer to a write',
}

interface Options {
  database: Privileged
  retention: Retention
  observe: Observe
}

/** Deletes rows of the product that are older than the operator keeps them: a job for each kind. */
export function deleteExpired({ database, retention, observe }: Options): (AccountJob | SharedJob)[] {
  async function remove(what: Kept, days: number, account: string | null, keys: readonly string[]) {
    const answer = await database.statement(
      (sql) => sql`
        select public.delete_expired(
          ${what}, ${days}, ${keys.length}, ${account}::uuid, ${[...keys]}::text[]
        ) as deleted`,
    )
    const [{ deleted }] = deletedRows.parse(answer)
    if (deleted > 0) observe({ kind: 'purged', what, rows: deleted })
    return deleted
  }

  /** The expired rows of an account, or of none. */
  const expired = (what: Kept, days: number, account: string | null) => ({
    what: ROW[what],
    find: (without: readonly string[], atMost: number) =>
      findExpired(database, { what, days, account, without, atMost }),
    delete: (keys: readonly string[]) => remove(what, days, account, keys),
  })

  const byAccount = (what: Exclude<Kept, 'sign-ins' | 'runs' | 'answers'>, days: number): AccountJob => ({
    kind: 'by account',
    name: `delete expired ${what}`,
    everySeconds: HOUR_SECONDS,
    atStart: true,
    async accounts() {
      // Deletes none: the call sets how long the bins keep records, which their screen shows.
      if (what === 'bin') await remove(what, days, null, [])
      return accountsIn(
        database,
        (sql) => sql`select account from private.accounts_with_expired(${what}, ${days}) as account`,
      )
    },
    async run(account, units) {
      const { deleted, isMore } = await deleteBatch(units, expired(what, days, account))
      // The deletion of a field continues with the values of some thousand records at a time.
      return isMore || (what === 'fields' && deleted > 0)
    },
  })

  const ofNoAccount = (what: 'sign-ins' | 'runs' | 'answers', days: number): SharedJob => ({
    kind: 'shared',
    name: `delete expired ${what}`,
    everySeconds: HOUR_SECONDS,
    atStart: true,
    async run(units) {
      await deleteInBatches(units, expired(what, days, null))
    },
  })

  return [
    byAccount('audit', retention.audit),
    byAccount('history', retention.history),
    byAccount('bin', retention.bin),
    byAccount('fields', DELETED_FIELD_DAYS),
    byAccount('imports', IMPORT_DAYS),
    ofNoAccount('sign-ins', retention.signIns),
    ofNoAccount('runs', retention.runs),
    ofNoAccount('answers', ANSWER_DAYS),
  ]
}

interface ExpiredQuery {
  what: Kept
  days: number
  account: string | null
  without: readonly string[]
  atMost: number
}

async function findExpired(
  database: Privileged,
  { what, days, account, without, atMost }: ExpiredQuery,
): Promise<string[]> {
  const found = await database.statement(
    (sql) => sql`
      select key
      from private.expired_rows(${what}, ${days}, ${account}::uuid, ${[...without]}::text[], ${atMost}) as key`,
  )
  return keyRows.parse(found).map(({ key }) => key)
}
