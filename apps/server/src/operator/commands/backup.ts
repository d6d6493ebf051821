import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeBackup } from '../../backups/make-backup.ts'
import type { Config } from '../../config.ts'
import { command } from '../command.ts'

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
  async run({ config, visit, note }, { file, 'with-secret': withSecret }) {
    const settings = config()
    const { admin } = await visit()
    await note({ traits: { with_secret: String(withSecret) } })
    const made = await makeBackup({
      file,
      target: admin,
      builtIn: settings.database === null,
      passphrase: settings.backups.key,
      secret: withSecret ? secretOf(settings) : null,
      signal: new AbortController().signal,
    })
    const encrypted = settings.backups.key === null ? 'not encrypted' : 'encrypted with BACKUP_KEY'
    const size = `${(made.bytes / 1e6).toFixed(1)} MB in ${made.seconds.toFixed(1)} s`
    return { text: `${made.file}: ${size}, ${encrypted}, each file as Postgres' manifest says.`, json: made }
  },
})

function secretOf({ secret, dataDir }: Config): string | null {
  const file = join(dataDir, 'secret')
  return secret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
}
