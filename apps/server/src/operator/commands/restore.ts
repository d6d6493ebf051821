import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { parseMoment, SUCH_AS } from '../../backups/moment.ts'
import { type Restored, restoreBuiltIn } from '../../backups/restore.ts'
import type { Reached } from '../../backups/restore-backup.ts'
import { restoreOwn } from '../../backups/restore-own.ts'
import { untilMoment } from '../../backups/until-moment.ts'
import { furtherWal } from '../../backups/wal/further-wal.ts'
import { command } from '../command.ts'
import { Misused } from '../refused.ts'

const moment = z.string().transform((text, context) => {
  const parsed = parseMoment(text)
  if (parsed !== null) return parsed
  context.addIssue(`must be a moment with its zone, such as ${SUCH_AS}`)
  return z.NEVER
})

/** Makes a database of a backup, where there is none. */
export const restore = command({
  name: 'restore',
  summary: 'makes a database of a backup, in a data folder that has none',
  operands: ['FILE'],
  options: {
    'data-directory': { type: 'string', value: 'FOLDER' },
    programs: { type: 'string', value: 'FOLDER' },
    wal: { type: 'string', value: 'FOLDER' },
    until: { type: 'string', value: 'MOMENT' },
    'allow-gap': { type: 'boolean' },
  },
  input: z.object({
    file: z.string({ error: 'name the file' }),
    'data-directory': z.string().optional(),
    programs: z.string().optional(),
    wal: z.string().optional(),
    until: moment.optional(),
    'allow-gap': z.boolean().default(false),
  }),
  async run(
    { config },
    { file, 'data-directory': dataDirectory, programs = null, wal, until = null, ...given },
  ) {
    const settings = config()
    const passphrase = settings.backups.key
    const allowGap = given['allow-gap']
    if (programs !== null && dataDirectory === undefined)
      throw new Misused('--programs needs --data-directory: the built-in Postgres has its own.')
    if (wal === undefined && (until !== null || allowGap))
      throw new Misused(`--${until === null ? 'allow-gap' : 'until'} needs --wal: the folder of backups.`)
    const further =
      wal === undefined ? undefined : furtherWal({ dir: resolve(wal), passphrase, until, allowGap })
    const known = [dirname(resolve(file)), ...(wal === undefined ? [] : [resolve(wal)])]
    const asked = { file, until, folders: known }
    if (dataDirectory !== undefined) {
      const restored = await untilMoment(asked, () =>
        restoreOwn({ file, passphrase, dataDirectory, programs, known, further }),
      )
      const text = `The backup of ${restored.madeAt} is in ${dataDirectory}. ${howFar(restored.reached)} Start that Postgres, and then Cairn.`
      return { text, json: restored }
    }
    if (settings.database !== null) {
      throw new Misused('With DATABASE_URL, name the folder of that Postgres with --data-directory.')
    }
    const { dataDir } = settings
    const hasSecret = settings.secret !== null
    const restored = await untilMoment(asked, () =>
      restoreBuiltIn({ file, passphrase, dataDir, hasSecret, known, further }),
    )
    return { text: textOf(restored, dataDir), json: restored, isTrouble: !restored.secretIsThere }
  },
})

const howFar = ({ lastCommitAt }: Reached): string =>
  lastCommitAt === null
    ? 'Nothing was committed since it began.'
    : `The last commit that is in it was made at ${lastCommitAt}.`

function textOf({ madeAt, reached, secretIsThere }: Restored, dataDir: string): string {
  const restored = `The backup of ${madeAt} is in ${dataDir}. ${howFar(reached)} Sessions, links, queued mails and open invitations have ended.`
  if (secretIsThere) return `${restored} Start Cairn.`
  return `${restored} The secret is not there: before you start Cairn, put the file secret into that folder, or set CAIRN_SECRET.`
}
