import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrap } from '../src/bootstrap/bootstrap.ts'
import { type EmbeddedPostgres, openEmbedded } from '../src/embedded/embedded.ts'
import { openPool } from '../src/pool/pool.ts'
import { privileged } from '../src/pool/privileged.ts'
import { DatabaseUnavailable } from '../src/wire/errors.ts'
import type { ConnectionTarget } from '../src/wire/target.ts'

const SECRET = new Uint8Array(32).fill(3)
const folder = mkdtempSync(join(tmpdir(), 'cairn-primary-'))
// Postgres runs as another user when the tests run as root.
chmodSync(folder, 0o755)

let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
const nowhere = { host: join(folder, 'nowhere'), port: 5432 }

beforeAll(async () => {
  const original = join(folder, 'primary')
  const copy = join(folder, 'standby')
  primary = await openEmbedded({ folder: original })
  await primary.stop()
  execFileSync('cp', ['-a', original, copy])
  writeFileSync(join(copy, 'postgres', 'data', 'standby.signal'), '')
  primary = await openEmbedded({ folder: original })
  standby = await openEmbedded({ folder: copy })
})

afterAll(async () => {
  await primary.stop()
  await standby.stop()
  rmSync(folder, { recursive: true, force: true })
})

const address = ({ admin: { host, port } }: EmbeddedPostgres) => ({ host, port })

async function writes(target: ConnectionTarget): Promise<boolean> {
  const pool = openPool({ target, size: 1, name: 'test' })
  try {
    await privileged(pool).transaction((tx) => tx`create temporary table t (id int)`)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    return false
  } finally {
    await pool.close()
  }
}

describe('of several addresses', () => {
  it.each([
    ['a standby, then the primary', () => [address(standby), address(primary)]],
    ['nothing, a standby, then the primary', () => [nowhere, address(standby), address(primary)]],
    ['the primary, then nothing', () => [address(primary), nowhere]],
  ])('%s: the primary is found, for the start and for serving', async (_what, addresses) => {
    const [first, ...others] = addresses()
    const { primary: found, authAdmin } = await bootstrap({ ...primary.admin, ...first, others }, SECRET)
    expect(address({ ...primary, admin: found })).toEqual(address(primary))
    expect(await writes(authAdmin)).toBe(true)
  })
})

describe('a standby alone', () => {
  it('is a database that is away', async () => {
    expect(await writes(standby.admin)).toBe(false)
  })

  it('ends a start that has no patience', async () => {
    await expect(bootstrap(standby.admin, SECRET)).rejects.toThrow(/It is a standby, which takes no writes/)
  })
})

it('a database that became read-only is away for writes, and reads go on', async () => {
  const sql = postgres({ ...primary.admin, ssl: false, max: 1, onnotice: () => {} })
  await sql`alter system set default_transaction_read_only = on`
  await sql`select pg_reload_conf()`
  const pool = openPool({ target: primary.admin, size: 1, name: 'test' })
  const door = privileged(pool)
  await expect
    .poll(() => door.statement((one) => one`show default_transaction_read_only`), PATIENTLY)
    .toEqual([{ default_transaction_read_only: 'on' }])
  await expect(door.transaction((tx) => tx`create table public.t (id int)`)).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
  await sql`set default_transaction_read_only = off`
  await sql`alter system reset default_transaction_read_only`
  await sql`select pg_reload_conf()`
  await pool.close()
  await sql.end()
})
