import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded'
import { copyPrepared, EMPTY_CLUSTER } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBackup } from './make-backup.ts'
import { restoreBuiltIn } from './restore.ts'

const KEY = 'a key that is long enough for a backup'
const SECRET = 'the secret of the installation that was backed up'

let folder: string
let server: EmbeddedPostgres
/** Numbers whose commit was acknowledged before the backup that is shared began, and after it. */
const acknowledged = { before: [0], all: [0] }

const at = (name: string) => join(folder, name)
const backup = (name: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    file: at(name),
    target: server.admin,
    builtIn: true,
    passphrase: KEY,
    secret: null,
    signal: new AbortController().signal,
    ...more,
  })

async function restore(file: string, { into, passphrase = KEY }: { into: string; passphrase?: string | null }) {
  const dataDir = at(into)
  mkdirSync(dataDir, { recursive: true })
  return restoreBuiltIn({ file: at(file), passphrase, dataDir, hasSecret: false })
}

async function numbersIn(dataDir: string): Promise<number[]> {
  const restored = await openEmbedded({ folder: dataDir })
  const sql = postgres({ ...restored.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    const rows = await sql<{ n: number }[]>`select n from written order by n`
    return rows.map(({ n }) => n)
  } finally {
    await sql.end()
    await restored.stop()
  }
}

beforeAll(async () => {
  folder = scratchFolder('cairn-backups-')
  await copyPrepared(EMPTY_CLUSTER, at('original'))
  server = await openEmbedded({ folder: at('original') })
  const sql = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  await sql`create table written (n integer primary key)`
  let writing = true
  const writer = (async () => {
    for (let n = 1; writing; n += 1) {
      await sql`insert into written values (${n})`
      acknowledged.all.push(n)
    }
  })()
  await backup('good', { onBegin: () => acknowledged.before.push(...acknowledged.all.slice(1)), secret: SECRET })
  writing = false
  await writer
  await sql.end()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('restores what was acknowledged before the backup began, and no gap, while a writer writes', async () => {
  const { secretIsThere } = await restore('good', { into: 'restored' })
  const numbers = await numbersIn(at('restored'))
  expect(numbers.length).toBeGreaterThanOrEqual(acknowledged.before.length - 1)
  expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  expect(secretIsThere).toBe(true)
  expect(readFileSync(at('restored/secret'), 'utf8')).toBe(SECRET)
})
