import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { EARLIER_DATABASES, EARLIER_SECRET } from '@cairn/testing/earlier-databases'
import { givePasswords } from '@cairn/testing/people'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { arrangeCast } from '../support/cast.ts'
import { arrangeOwnRows } from '../support/own-rows.ts'
import { arrangePast, NO_MAIL_SERVER } from './past.ts'

/**
 * Keeps a small database of the present version for later ones to upgrade: made by the built server, filled with a few
 * records of each kind and what happened to them, dumped by the oldest supported Postgres so that every later one can read it.
 */
async function keepDatabase(programs: string): Promise<string> {
  const server = await openScratchPostgres({
    binaries: { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') },
  })
  try {
    await fill(server.admin)
    const dump = execFileSync(
      join(programs, 'pg_dump'),
      [
        '--host',
        server.admin.host,
        '--port',
        String(server.admin.port),
        '--username',
        server.admin.user,
      ].concat(['--inserts', '--rows-per-insert', '500', ...NOT_KEPT, server.admin.database]),
      { env: { PGPASSWORD: server.admin.password }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    const file = join(EARLIER_DATABASES, `${await lastMigrations(server.admin)}.sql.br`)
    writeFileSync(file, compressed(withoutCommands(dump)))
    return file
  } finally {
    await server.stop()
  }
}

/** Lists that come with the program: long, and nothing that an upgrade could lose. */
const NOT_KEPT = ['--exclude-table-data', 'public.domain_blacklist']

/** A window over all of it makes the file smaller: functions that are alike lie far apart. */
const compressed = (dump: string): Buffer =>
  brotliCompressSync(dump, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: dump.length },
  })

/** Lines that only psql understands. */
const withoutCommands = (dump: string): string => dump.replaceAll(/^\\.*\n/gm, '')

async function fill(admin: ConnectionTarget): Promise<void> {
  const { host, port, user, password, database } = admin
  const cairn = await startServerProcess({
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    CAIRN_SECRET: EARLIER_SECRET,
    SMTP_URL: NO_MAIL_SERVER,
  })
  const sql = postgres({ ...admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    await arrangeCast(sql)
    await arrangeOwnRows(sql)
    await givePasswords(sql)
    await arrangePast(cairn)
    // The texts of the migrations would be most of the file, and a start reads only their checksums.
    await sql`update supabase_migrations.schema_migrations set statements = '{}'`
  } finally {
    await sql.end()
    await cairn.dispose()
  }
}

async function lastMigrations(admin: ConnectionTarget): Promise<string> {
  const sql = postgres({ ...admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    const [last] = await sql<{ product: string; accounts: string }[]>`
      select
        (select max(version) from supabase_migrations.schema_migrations) as product,
        (select max(version) from auth.schema_migrations) as accounts`
    return `${last?.product}-${last?.accounts}`
  } finally {
    await sql.end()
  }
}

const programs = process.argv[2]
if (programs === undefined) throw new Error('Name the folder with the programs of a Postgres 15.')
process.stdout.write(`${await keepDatabase(programs)}\n`)
