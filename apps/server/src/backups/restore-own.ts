import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { postgresAccount } from '@cairn/postgres/embedded/account'
import { giveTo } from '@cairn/postgres/embedded/cluster-paths'
import { BackupProblem } from './backup-problem.ts'
import { binariesFor, binariesIn } from './binaries.ts'
import { endThePast } from './end-the-past.ts'
import { openBackup } from './read-backup.ts'
import { asSuperuser, type Reached, type RecoverInto, recover } from './restore-backup.ts'

export interface OwnRestoreRequest {
  file: string
  passphrase: string | null
  /** Where the files of a Postgres of one's own go. */
  dataDirectory: string
  /** The folder with its programs; null to look for them. */
  programs: string | null
  known?: RecoverInto['known']
  further?: RecoverInto['further']
}

/**
 * Makes the data directory of a Postgres of one's own out of a backup of one, and ends what would go on from the past.
 * Rejects with a sentence otherwise, and leaves nothing behind then. Resolves with the moment of which the backup is,
 * and with how far the recovery went.
 */
export async function restoreOwn(request: OwnRestoreRequest): Promise<{ madeAt: string; reached: Reached }> {
  const { file, passphrase, programs, known, further } = request
  const wanted = resolve(request.dataDirectory)
  if (existsSync(wanted) && readdirSync(wanted).length > 0) {
    throw new BackupProblem(`The folder ${wanted} is not empty. Name an empty one.`)
  }
  const backup = await openBackup(file, passphrase)
  const draft = join(dirname(wanted), `restoring-${process.pid}`)
  try {
    const { header } = backup
    if (header.builtIn) {
      throw new BackupProblem(
        `${file} is a backup of the built-in Postgres, whose files only that one reads. Restore it without --data-directory; then move the data: npm run cairn -- move.`,
      )
    }
    const account = postgresAccount(wanted)
    const binaries = programs === null ? await binariesFor(header, account) : binariesIn(programs)
    if (binaries === null || !existsSync(binaries.postgres)) {
      throw new BackupProblem(
        'The programs of that Postgres are not here. Name their folder with --programs.',
      )
    }
    mkdirSync(draft, { mode: 0o700 })
    if (account !== null) giveTo(draft, account)
    const data = join(draft, 'data')
    const reached = await recover(
      backup,
      { data, binaries, account, known, further },
      async (admin, recovered) => {
        await asSuperuser(admin, endThePast)
        return recovered.reached
      },
    )
    renameSync(data, wanted)
    return { madeAt: header.madeAt, reached }
  } finally {
    await backup.close()
    rmSync(draft, { recursive: true, force: true })
  }
}
