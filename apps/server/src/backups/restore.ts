import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { restoreEmbedded } from '@cairn/postgres/embedded/restored'
import { secretFile } from '../secrets/secret.ts'
import { BackupProblem } from './backup-problem.ts'
import { endThePast } from './end-the-past.ts'
import { openBackup } from './read-backup.ts'
import { asSuperuser, type Reached, type RecoverInto, recover } from './restore-backup.ts'

export interface RestoreRequest {
  file: string
  passphrase: string | null
  /** The data folder of an installation that has no database yet. */
  dataDir: string
  /** Whether the operator's environment has the secret. */
  hasSecret: boolean
  known?: RecoverInto['known']
  further?: RecoverInto['further']
}

/** The result of a restore, with what the installation still needs. */
export interface Restored {
  /** The moment of the backup. */
  madeAt: string
  reached: Reached
  /** Whether a start finds the secret with which the backup's data was encrypted. */
  secretIsThere: boolean
}

/**
 * Makes the built-in Postgres of an empty data folder out of a backup, and ends what would go on from the past. A start
 * migrates it forward. Rejects with a sentence for everything that is no such backup and no such folder, and leaves
 * nothing behind then.
 */
export async function restoreBuiltIn(request: RestoreRequest): Promise<Restored> {
  const { file, passphrase, dataDir, known, further } = request
  const backup = await openBackup(file, passphrase)
  try {
    const { builtIn, madeAt } = backup.header
    if (!builtIn) {
      throw new BackupProblem(
        `${file} is a backup of a Postgres of your own, which the built-in one does not take. Restore it with ` +
          '--data-directory; then move the data: npm run cairn -- move.',
      )
    }
    const kept = secretFile(dataDir)
    const { secret, reached } = await restoreEmbedded(dataDir, ({ password, ...place }) =>
      recover(backup, { ...place, known, further }, async (admin, recovered) => {
        if (recovered.secret !== null) refuseOtherSecret(kept, recovered.secret)
        await asSuperuser(admin, async (sql) => {
          await endThePast(sql)
          // Letters, digits, - and _: a role's password cannot be a parameter.
          await sql.unsafe(`alter role postgres password '${password}'`)
        })
        return recovered
      }),
    )
    if (secret !== null && !existsSync(kept)) {
      writeFileSync(kept, secret, { mode: 0o600, flush: true })
    }
    return { madeAt, reached, secretIsThere: request.hasSecret || existsSync(kept) }
  } finally {
    await backup.close()
  }
}

function refuseOtherSecret(kept: string, secret: string): void {
  if (!existsSync(kept) || readFileSync(kept, 'utf8').trim() === secret) return
  throw new BackupProblem(
    `${kept} is another secret than the one in the backup. Move it away, so that the backup's takes its place.`,
  )
}
