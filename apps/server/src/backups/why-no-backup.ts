import { explainedStart } from '@cairn/postgres/bootstrap'
import { postgresFailure } from '@cairn/postgres/errors'
import type { ConnectionTarget } from '@cairn/postgres/pool'
import { HasTablespaces } from '@cairn/postgres/replication/base-backup'
import { BackupProblem } from './backup-problem.ts'
import { NotAsListed } from './manifest.ts'

const OTHERWISE = 'Otherwise back it up with what it brings, or with pgBackRest: docs/backup.md says how.'

/** What an own Postgres needs for a backup, by the code with which it refuses one. */
const REFUSALS: ReadonlyMap<string, (user: string) => string> = new Map<string, (user: string) => string>([
  [
    '42501',
    (user) => `The user ${user} may not copy this Postgres. As superuser: alter role ${user} replication.`,
  ],
  [
    '28000',
    (user) =>
      `This Postgres lets ${user} in for no copy of it: pg_hba.conf needs a line "host replication ${user} …".`,
  ],
  ['55000', () => 'This Postgres keeps too little to be copied while it runs: set wal_level = replica.'],
  ['53300', () => 'This Postgres allows no further copy at this moment: raise max_wal_senders.'],
  ['53400', () => 'This Postgres allows no further copy at this moment: raise max_replication_slots.'],
  ['08P01', () => 'DATABASE_URL leads to a pooler, which cannot copy a Postgres: name Postgres itself.'],
])

/** Why a backup did not come about, in sentences where that is known. */
export function whyNoBackup(error: unknown, { target }: { target: ConnectionTarget }): unknown {
  if (error instanceof BackupProblem) return error
  if (error instanceof HasTablespaces) {
    return new BackupProblem(`${error.message} A backup of Cairn takes none. ${OTHERWISE}`, { cause: error })
  }
  if (error instanceof NotAsListed) {
    return new BackupProblem(
      `The copy is not what Postgres has sent (${error.message}). Nothing was kept of it; try again.`,
      { cause: error },
    )
  }
  const failure = postgresFailure(error)
  const refusal = failure === null ? undefined : REFUSALS.get(failure.code)
  if (failure === null || refusal === undefined) return explainedStart(error, target)
  return new BackupProblem(`${refusal(target.user)} (${failure.message}) ${OTHERWISE}`, { cause: error })
}
