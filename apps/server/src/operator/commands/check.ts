import { z } from 'zod'
import { pendingUpgrade } from '../../database/database.ts'
import { command } from '../command.ts'

/** Lists the changes that a start with this environment would make to the database; changes nothing. */
export const check = command({
  name: 'check',
  summary: 'what a start would change in the database; changes nothing',
  input: z.object({}),
  async run({ config }) {
    const files = await pendingUpgrade(config())
    return { text: textOf(files), json: { database: files !== null, migrations: files ?? [] } }
  },
})

function textOf(files: readonly string[] | null): string {
  if (files === null) return 'There is no database yet: a start makes one.'
  if (files.length === 0) return 'The database is up to date: a start applies nothing.'
  return ['A start applies these migrations:', ...files].join('\n  ')
}
