import { arrangePerson } from '@cairn/testing/people'
import { residentMemory } from '@cairn/testing/resident-memory'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { tokenOf } from './support/caller.ts'
import { extent } from './support/extent.ts'
import { heading, line, megabytes, milliseconds } from './support/print.ts'

const RECORDS = extent(100_000, 2_000)
const FIRST_BYTE_MS = 300
const MEMORY_MB = 100
const MEGABYTE = 1024 * 1024
const LOOK_EVERY_MS = 50
/** The first one finds plans and code cold. */
const TRIES = 3

const COLUMNS = ['id', 'name', 'description', 'status', 'owner', 'experts', 'tags', 'vendor', 'created'].map(
  (key) => ({ key, head: key, type: key === 'created' ? 'moment' : 'text' }),
)

/** A whole catalogue as a file: how soon it begins, how fast it comes, and what the server holds meanwhile. */
export async function measureExports(): Promise<void> {
  heading(`Exports: ${RECORDS} records of one account`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    const { id, email } = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.systems (account_id, name, description, owner_id, vendor)
        select m.account_id, 'System ' || n, repeat('What it is for. ', 12), m.user_id, 'Vendor ' || n % 50
        from public.account_members m, generate_series(1, ${RECORDS}) n
        where m.user_id = ${id}`
    })
    await sql`vacuum analyze private.records`
    const token = await tokenOf(server, email)
    for (const format of ['csv', 'xlsx', 'json']) await measureFormat(server, token, format)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function measureFormat(server: ServerProcess, token: string, format: string): Promise<void> {
  const idle = residentMemory(server.pid)
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(server.pid))
  }, LOOK_EVERY_MS)
  const exports = []
  for (let count = 0; count < TRIES; count += 1) exports.push(await exported(server, token, format))
  clearInterval(watch)
  const [best] = exports.toSorted((one, other) => one.firstByteMs - other.firstByteMs)
  if (best === undefined) return
  const { firstByteMs, ms, bytes } = best
  line(`${format}: first byte`, milliseconds(firstByteMs), `${FIRST_BYTE_MS} ms`)
  line(
    `${format}: the whole file`,
    `${milliseconds(ms)}, ${megabytes(bytes)}, ${Math.round(RECORDS / (ms / 1_000))} records/s`,
  )
  line(`${format}: server memory above idle`, megabytes(peak - idle), `${MEMORY_MB} MB`)
  if (firstByteMs > FIRST_BYTE_MS || peak - idle > MEMORY_MB * MEGABYTE) process.exitCode = 1
}

async function exported(server: ServerProcess, token: string, format: string) {
  const began = performance.now()
  const answer = await fetch(`${server.url}/functions/v1/export`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ kind: 'system', format, columns: COLUMNS }),
  })
  if (!answer.ok || answer.body === null) throw new Error(`The export was refused: ${await answer.text()}`)
  let firstByteMs = 0
  let bytes = 0
  for await (const piece of answer.body) {
    if (bytes === 0) firstByteMs = performance.now() - began
    bytes += piece.length
  }
  return { firstByteMs, ms: performance.now() - began, bytes }
}
