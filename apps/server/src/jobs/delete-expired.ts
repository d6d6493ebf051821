import type { AccountJob, SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/privileged'
import { z } from 'zod'
import type { Retention } from '../config.ts'
import type { Observe } from '../observe/events.ts'
import { accountsIn } from './accounts.ts'

/** Few enough that nobody has to wait for their locks. */
const BATCH = 500
const HOUR_SECONDS = 3_600

const deletedRows = z.tuple([z.object({ deleted: z.number() })])

/** What the product's database deletes when it is asked. */
type Kept = 'audit' | 'history' | 'bin' | 'sign-ins'

interface Options {
  database: Privileged
  retention: Retention
  observe: Observe
}

/** Deletes rows of the product that are older than the operator keeps them: a job for each kind. */
export function deleteExpired({ database, retention, observe }: Options): (AccountJob | SharedJob)[] {
  /** Some of the oldest rows, of an account or of all; whether there may be more. */
  async function part(what: Kept, days: number, account: string | null, atMost = BATCH): Promise<boolean> {
    const answer = await database.statement(
      (sql) => sql`select public.delete_expired(${what}, ${days}, ${atMost}, ${account}::uuid) as deleted`,
    )
    const [{ deleted }] = deletedRows.parse(answer)
    if (deleted > 0) observe({ kind: 'purged', what, rows: deleted })
    return deleted === BATCH
  }

  const byAccount = (what: Exclude<Kept, 'sign-ins'>, days: number): AccountJob => ({
    kind: 'by account',
    name: `delete expired ${what}`,
    everySeconds: HOUR_SECONDS,
    async accounts() {
      // Deletes none: it says for how long the bins keep records, which their screen shows.
      if (what === 'bin') await part(what, days, null, 0)
      return accountsIn(
        database,
        (sql) => sql`select account from private.accounts_with_expired(${what}, ${days}) as account`,
      )
    },
    run: (account) => part(what, days, account),
  })

  /** Sign-ins are of no account. */
  const signIns: SharedJob = {
    kind: 'shared',
    name: 'delete expired sign-ins',
    everySeconds: HOUR_SECONDS,
    async run() {
      let more: boolean
      do more = await part('sign-ins', retention.signIns, null)
      while (more)
    },
  }

  return [
    byAccount('audit', retention.audit),
    byAccount('history', retention.history),
    byAccount('bin', retention.bin),
    signIns,
  ]
}
