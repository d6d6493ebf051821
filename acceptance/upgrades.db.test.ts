import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EARLIER_SECRET, earlierDatabases, loadEarlierDatabase } from '@cairn/testing/earlier-databases'
import { startThatEnds } from '@cairn/testing/ended-start'
import { firstOf } from '@cairn/testing/tier'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, openCairn, openCairnBeside } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'

let cairn: Cairn
const folder = mkdtempSync(join(tmpdir(), 'cairn-upgrades-'))

beforeAll(async () => {
  cairn = await openCairn({ CAIRN_SECRET: EARLIER_SECRET })
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment of a server on a database in the Postgres of the running one. */
function on(database: string): Record<string, string> {
  const { host, port, user, password } = cairn.server.admin()
  const secret = encodeURIComponent(password)
  return {
    CAIRN_SECRET: EARLIER_SECRET,
    DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  }
}

const check = (env: Record<string, string>) => startThatEnds(env, ['--check'])

describe('a database of an earlier version', () => {
  it.each(firstOf(earlierDatabases().toReversed()))(
    '%s: its people sign in as before and find their records',
    async (name) => {
      await loadEarlierDatabase({ ...cairn.server.admin(), database: 'earlier' }, name)
      const upgraded = await openCairnBeside(cairn, 'earlier', on('earlier'))
      try {
        const { client } = await upgraded.signedIn({ email: 'ada@acme.test' })
        const { data } = await client.from('systems').select('name').order('name')
        expect(data).toEqual([{ name: 'Archive' }, { name: 'Billing' }, { name: 'Ledger' }])
        expect((await client.from('systems').insert({ name: 'New' })).error).toBeNull()
        expect((await check(on('earlier'))).wrote).toMatch('up to date')
      } finally {
        await upgraded.close()
        await cairn.database`drop database earlier with (force)`
      }
    },
  )
})

describe('npm start -- --check', () => {
  it('names what a start would apply, and applies nothing', async () => {
    await cairn.database`create database empty`
    const { code, wrote } = await check(on('empty'))
    const files = [join('packages', 'auth', 'migrations'), join('supabase', 'migrations')].flatMap((path) =>
      readdirSync(join(import.meta.dirname, '..', path))
        .filter((file) => file.endsWith('.sql'))
        .toSorted(),
    )
    expect(code).toBe(0)
    expect(wrote).toBe(`${['A start applies these migrations:', ...files].join('\n  ')}\n`)
    expect((await check(on('empty'))).wrote).toBe(wrote)
  })

  it('looks at the database of a running server', async () => {
    const { code, wrote } = await check({ CAIRN_DATA_DIR: cairn.server.dataDir })
    expect(code).toBe(0)
    expect(wrote).toMatch('The database is up to date')
    await expectReady(cairn)
  })

  it('starts the Postgres of a stopped server for the look', async () => {
    await cairn.server.stop()
    const { code, wrote } = await check({ CAIRN_DATA_DIR: cairn.server.dataDir })
    expect(code).toBe(0)
    expect(wrote).toMatch('The database is up to date')
    expect(existsSync(join(cairn.server.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
    await cairn.server.start()
  })

  it('makes nothing where there is nothing yet', async () => {
    const dataDir = join(folder, 'nothing')
    expect((await check({ CAIRN_DATA_DIR: dataDir })).wrote).toMatch('There is no database yet')
    expect(existsSync(dataDir)).toBe(false)
  })

  it('ends with 1 and the sentence where a start would be refused', async () => {
    const name = earlierDatabases().at(-1) ?? ''
    await loadEarlierDatabase({ ...cairn.server.admin(), database: 'newer' }, name)
    const newer = postgres({ ...cairn.server.admin(), database: 'newer', ssl: false, max: 1 })
    await newer`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`
    await newer.end()
    const { code, said } = await check(on('newer'))
    expect(code).toBe(1)
    expect(said).toMatch(/29990101000000\): it is newer\. Start the newer version\.\n$/)
  })
})
