import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { arrangePerson } from '@cairn/testing/people'
import { watchMemory } from '@cairn/testing/resident-memory'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { BUILT_SERVER, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { extent } from './support/extent.ts'
import { heading, line, megabytes } from './support/print.ts'

const RECORDS = extent(1_000_000, 2_000)
const MEMORY_MB = 200
const MEGABYTE = 1024 * 1024
const SETTINGS = {
  CAIRN_SECRET: 'the secret of the measurement of backups',
  BACKUP_KEY: 'the key of the measurement of backups',
}

/** A backup of many records beside a running server, and its restoration: how long, how large, how much memory. */
export async function measureBackups(): Promise<void> {
  heading(`Backups: ${RECORDS} records`)
  const folder = scratchFolder('cairn-bench-')
  const file = join(folder, 'cairn.backup')
  const first = { ...SETTINGS, CAIRN_DATA_DIR: join(folder, '.cairn') }
  const second = { ...SETTINGS, CAIRN_DATA_DIR: join(folder, 'place') }
  const folders = [folder]
  try {
    const server = await startServerProcess(first)
    folders.push(realpathSync(join(first.CAIRN_DATA_DIR, 'postgres')))
    try {
      await fill(server.admin())
      const made = await given(first, 'backup', file)
      line('the file', megabytes(statSync(file).size))
      print('backup', made)
    } finally {
      await server.dispose()
    }
    mkdirSync(second.CAIRN_DATA_DIR)
    print('restore', await given(second, 'restore', file))
    folders.push(realpathSync(join(second.CAIRN_DATA_DIR, 'postgres')))
  } finally {
    for (const path of folders) rmSync(path, { recursive: true, force: true })
  }
}

async function fill(admin: { host: string; port: number; user: string; password: string; database: string }) {
  const sql = postgres({ ...admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    const { id } = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.systems (account_id, name, description, owner_id, vendor)
        select m.account_id, 'System ' || n, repeat('What it is for. ', 12), m.user_id, 'Vendor ' || n % 50
        from public.account_members m, generate_series(1, ${RECORDS}) n
        where m.user_id = ${id}`
    })
    const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_database_size(oid))::float8 as bytes from pg_database`
    line('the Postgres', megabytes(row?.bytes ?? Number.NaN))
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Gives a command to the built server, and watches the memory of its process. */
async function given(
  env: Record<string, string>,
  ...words: string[]
): Promise<{ seconds: number; peak: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [BUILT_SERVER, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const memory = watchMemory(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1_000, peak: memory.peak() }
}

function print(what: string, { seconds, peak }: { seconds: number; peak: number }): void {
  line(`${what}: time`, `${(seconds / 60).toFixed(1)} min`)
  line(`${what}: memory`, megabytes(peak), megabytes(MEMORY_MB * MEGABYTE))
}
