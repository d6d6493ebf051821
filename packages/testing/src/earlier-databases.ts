import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import postgres from 'postgres'

/** The folder of the databases of earlier versions; `npm run earlier-database` adds that of the present one. */
export const EARLIER_DATABASES = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'supabase',
  'tests',
  'upgrades',
  'databases',
)

/** CAIRN_SECRET of the servers that wrote them. */
export const EARLIER_SECRET = 'the secret of every earlier database'

/** Databases from before the baseline, which are refused: one of its migrations' versions, and one of an older baseline. */
export const TOO_OLD_DATABASES = ['20261129120000-0032', '20261123022001-0021'].map((name) =>
  join('too-old', name),
)

const ENDING = '.sql.br'

/** Their names: the last migration of the product and of the accounts that each has. */
export function earlierDatabases(): string[] {
  return readdirSync(EARLIER_DATABASES)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => basename(file, ENDING))
    .toSorted()
}

/** Makes the database `target.database` as an earlier version left it. Cairn's roles have to be there already. */
export async function loadEarlierDatabase(target: ConnectionTarget, name: string): Promise<void> {
  const dump = brotliDecompressSync(readFileSync(join(EARLIER_DATABASES, `${name}${ENDING}`))).toString()
  await run({ ...target, database: 'postgres' }, `create database "${target.database}"`)
  await run(target, dump)
}

async function run(target: ConnectionTarget, script: string): Promise<void> {
  const sql = postgres({ ...target, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await sql.unsafe(script)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
