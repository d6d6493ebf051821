import { parseConfig } from './config.ts'
import { pendingUpgrade } from './database.ts'

/**
 * What a start with this environment would do to the database, in words; nothing is done. Throws errors with a sentence
 * for the operator where the start would fail.
 */
export async function checkStart(env: NodeJS.ProcessEnv): Promise<string> {
  const files = await pendingUpgrade(parseConfig(env))
  if (files === null) return 'There is no database yet: a start makes one.'
  if (files.length === 0) return 'The database is up to date: a start applies nothing.'
  return ['A start applies these migrations:', ...files].join('\n  ')
}
