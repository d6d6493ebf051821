import { z } from 'zod'
import { makeBackup } from '../../backups/make-backup.ts'
import { secretThatIsThere } from '../../secrets/secret.ts'
import { command } from '../command.ts'
import { megabytes } from '../megabytes.ts'
import { Refused } from '../refused.ts'

/** Copies the whole Postgres into a file, beside a running server. */
export const backup = command({
  name: 'backup',
  summary: 'copies the whole Postgres into a file, while Cairn runs',
  operands: ['FILE'],
  options: { 'with-secret': { type: 'boolean' } },
  input: z.object({
    file: z.string({ error: 'name the file' }),
    'with-secret': z.boolean().default(false),
  }),
  async run({ config, visit, look, note, secret }, { file, 'with-secret': withSecret }) {
    const settings = config()
    const { admin } = await visit()
    const [begun] = await look((sql) => sql`select where to_regclass('auth.users') is not null`)
    if (begun === undefined)
      throw new Refused(
        'This database is empty: there is nothing to back up. Start Cairn once, so that it fills it.',
      )
    // Refuses where there is none, and one of another installation.
    if (withSecret) await secret()
    await note({ traits: { with_secret: String(withSecret) } })
    const made = await makeBackup({
      file,
      target: admin,
      builtIn: settings.database === null,
      passphrase: settings.backups.key,
      secret: withSecret ? secretThatIsThere(settings) : null,
    })
    const encrypted = settings.backups.key === null ? 'not encrypted' : 'encrypted with BACKUP_KEY'
    const size = `${megabytes(made.bytes)} MB in ${made.seconds.toFixed(1)} s`
    return { text: `${made.file}: ${size}, ${encrypted}, each file as Postgres' manifest says.`, json: made }
  },
})
