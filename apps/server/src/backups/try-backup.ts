import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresAccount } from '@cairn/postgres/embedded/account'
import { giveTo, placeFor } from '@cairn/postgres/embedded/cluster-paths'
import type { Statements } from '@cairn/postgres/pool/privileged'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import { BackupProblem } from './backup-problem.ts'
import { binariesFor } from './binaries.ts'
import { openBackup } from './read-backup.ts'
import { asSuperuser, type BeginRecovery, type Reached, recover } from './restore-backup.ts'

const tables = z.array(z.object({ name: z.string() }))

interface Trial {
  passphrase: string | null
  /** Where there is room for a scratch folder. */
  dir: string
  signal: AbortSignal
}

/**
 * Tries a backup: restores it into a scratch folder, starts a Postgres on it and reads every row of every table. Where
 * there is none of its version, its files are compared with its manifest alone. Rejects where it is no good, and when
 * `signal` aborts; nothing of the trial stays.
 */
export async function tryBackup(file: string, trial: Trial): Promise<'started' | 'compared'> {
  const { signal } = trial
  const work = (admin: ConnectionTarget) => asSuperuser(admin, (sql) => readEverything(sql, signal))
  return (await tryRecovery(file, { ...trial, work })) === null ? 'compared' : 'started'
}

/**
 * Restores a backup into a scratch folder, and does the work there. Resolves with how far it went; null where there is no
 * Postgres of its version, so that its files were compared with its manifest alone.
 */
export async function tryRecovery(
  file: string,
  {
    passphrase,
    dir,
    signal,
    further,
    work = async () => {},
  }: Trial & { further?: BeginRecovery; work?: (admin: ConnectionTarget) => Promise<void> },
): Promise<Reached | null> {
  const backup = await openBackup(file, passphrase)
  try {
    const account = postgresAccount(join(dir, 'postgres'))
    const binaries = await binariesFor(backup.header, account)
    if (binaries === null) {
      await backup.read(async () => {}, signal)
      return null
    }
    const scratch = await mkdtemp(join(placeFor(account, dir), 'trial-'))
    try {
      if (account !== null) giveTo(scratch, account)
      const into = { data: join(scratch, 'data'), binaries, account, signal, further }
      return await recover(backup, into, async (admin, { reached }) => {
        await work(admin)
        return reached
      })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  } finally {
    await backup.close()
  }
}

/** Postgres compares the checksum of each page that it reads. */
async function readEverything(sql: Statements, signal: AbortSignal): Promise<void> {
  await sql`select set_config('enable_indexonlyscan', 'off', false)`
  const rows = await sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    order by 1`
  const names = tables.parse([...rows])
  if (names.length === 0) throw new BackupProblem('The backup has no tables.')
  for (const { name } of names) {
    signal.throwIfAborted()
    await sql.unsafe(`select count(*) from ${name}`)
  }
}
