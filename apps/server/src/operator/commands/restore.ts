import { resolve } from 'node:path'
import { z } from 'zod'
import { type Restored, restoreBuiltIn } from '../../backups/restore.ts'
import { restoreOwn } from '../../backups/restore-own.ts'
import { furtherWal } from '../../backups/wal/further-wal.ts'
import { command } from '../command.ts'
import { Misused } from '../refused.ts'

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
  },
  input: z.object({
    file: z.string({ error: 'name the file' }),
    'data-directory': z.string().optional(),
    programs: z.string().optional(),
    wal: z.string().optional(),
    until: z.coerce.date({ error: 'must be a moment, such as 2026-11-27T14:05:00Z' }).optional(),
  }),
  async run({ config }, { file, 'data-directory': dataDirectory, programs = null, wal, until = null }) {
    const settings = config()
    const passphrase = settings.backups.key
    if (programs !== null && dataDirectory === undefined)
      throw new Misused('--programs needs --data-directory: the built-in Postgres has its own.')
    if (until !== null && wal === undefined) throw new Misused('--until needs --wal: the folder of backups.')
    const further = wal === undefined ? undefined : furtherWal({ dir: resolve(wal), passphrase, until })
    if (dataDirectory !== undefined) {
      const madeAt = await restoreOwn({ file, passphrase, dataDirectory, programs, further })
      const text = `The backup of ${madeAt} is in ${dataDirectory}. Start that Postgres, and then Cairn.`
      return { text, json: { madeAt } }
    }
    if (settings.database !== null) {
      throw new Misused('With DATABASE_URL, name the folder of that Postgres with --data-directory.')
    }
    const { dataDir } = settings
    const hasSecret = settings.secret !== null
    const restored = await restoreBuiltIn({ file, passphrase, dataDir, hasSecret, further })
    return { text: textOf(restored, dataDir), json: restored, isTrouble: !restored.secretIsThere }
  },
})

function textOf({ madeAt, secretIsThere }: Restored, dataDir: string): string {
  const restored = `The backup of ${madeAt} is in ${dataDir}. Sessions, links, queued mails and open invitations have ended.`
  if (secretIsThere) return `${restored} Start Cairn.`
  return `${restored} The secret is not there: before you start Cairn, put the file secret into that folder, or set CAIRN_SECRET.`
}
