import { resolve } from 'node:path'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { moveRows } from '@cairn/postgres/move/move'
import { MoveRefused } from '@cairn/postgres/move/move-refused'
import { refuseServers } from '@cairn/postgres/move/refuse-servers'
import { parseDatabaseUrl } from '@cairn/postgres/pool/database-url'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { NO_PATIENCE } from '@cairn/postgres/start/patience'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import { CAIRN, pendingUpgrade } from '../../database/database.ts'
import { command } from '../command.ts'
import { Refused } from '../refused.ts'

/** Copies an installation into another database: another Postgres, another major version, or a new data folder. */
export const move = command({
  name: 'move',
  summary: 'copies the database into another one, while no server runs; goes on where it broke off',
  options: { to: { type: 'string', value: 'ADDRESS', required: true } },
  input: z.object({
    to: z.string({ error: 'name the other database: postgres://… or a folder for the built-in Postgres' }),
  }),
  async run(context, { to }) {
    const secrets = await context.secret()
    const pending = await pendingUpgrade(context.config())
    if (pending?.length !== 0)
      throw new Refused(
        'The database is not of this version of Cairn. Start Cairn on it once, and stop it again.',
      )
    const { admin } = await context.visit()
    const installation = await context.look(async (sql) => {
      await refuseServers(sql).catch(asRefusal)
      return installationOf(sql)
    })
    const target = await openTarget(to)
    try {
      const { primary } = await bootstrap(target.admin, secrets, { check: refuseHosted })
      await CAIRN.upgrade(primary, NO_PATIENCE)
      const moved = await moveRows({
        ...{ from: admin, to: primary, installation },
        onTable: (table, rows) => context.say(`${table}: ${rows} rows`),
      }).catch(asRefusal)
      await context.note({ traits: { to: target.name } })
      return { text: textOf(moved, target), json: { ...moved, to: target.name } }
    } finally {
      await target.leave()
    }
  },
})

interface Target {
  admin: ConnectionTarget
  /** The address without a password. */
  name: string
  /** The setting with which the next start finds it. */
  start: string
  leave(): Promise<unknown>
}

async function openTarget(to: string): Promise<Target> {
  if (/^postgres(ql)?:/.test(to)) {
    const admin = parseDatabaseUrl(to)
    const name = `${admin.host}:${admin.port}/${admin.database}`
    return { admin, name, start: 'DATABASE_URL set to it', leave: async () => {} }
  }
  const folder = resolve(to)
  const { admin, stop } = await openEmbedded({ folder })
  const start = `CAIRN_DATA_DIR=${folder}, without DATABASE_URL, and with the secret in CAIRN_SECRET or in ${folder}/secret`
  return { admin, name: folder, start, leave: stop }
}

/** The id of the signing key, which identifies the installation. */
async function installationOf(sql: Statements): Promise<string> {
  const [row] = await sql`select id::text from auth.signing_keys where status = 'current'`
  if (row === undefined)
    throw new Refused('The database holds no installation yet: there is nothing to move.')
  return String(row['id'])
}

/** Refuses hosted Supabase, which has its own accounts, in other tables of the schema auth. */
async function refuseHosted(sql: Statements): Promise<void> {
  const [row] = await sql`
    select to_regclass('auth.users') is not null and to_regclass('auth.signing_keys') is null as hosted`
  if (row?.['hosted'] === true)
    throw new Refused(
      'The target is a Supabase project: its accounts are kept by Supabase Auth in tables of its own, which this command ' +
        'does not fill. See docs/operate/moving.md.',
    )
}

function asRefusal(error: unknown): never {
  if (error instanceof MoveRefused) throw new Refused(error.message, { cause: error })
  throw error
}

function textOf(
  { tables, rows, there }: { tables: number; rows: number; there: number },
  { name, start }: Target,
): string {
  const before = there === 0 ? '' : ` ${there} of the tables were there from an earlier try.`
  return `Copied ${rows} rows of ${tables} tables to ${name}; counts and checksums are equal.${before} Start Cairn with ${start}.`
}
