import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { residentMemory } from '@cairn/testing/resident-memory'
import { startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { z } from 'zod'
import { type HttpCaller, signedIn } from './support/caller.ts'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim, megabytes } from './support/print.ts'

/** Fewer show that it works; `ARCHIVE_OF=1000 npm run bench -- archives`. */
const RECORDS = extent(100_000, 500, 'ARCHIVE_OF')
const CHANGES_EACH = 10
const MADE_MS = 120_000
const TAKEN_IN_MS = 300_000
const MEMORY_BYTES = 100 * 1024 * 1024
const LOOK_EVERY_MS = 50
const UPLOADED_AT_ONCE = 750_000

const stateAnswer = z.object({
  archive: z.nullable(
    z.object({ id: z.string(), state: z.string(), parts: z.number(), entries: z.number() }),
  ),
  import: z.nullable(z.object({ state: z.string(), problem: z.nullable(z.string()) })),
})

/** An account as one archive, and that archive into another server: how long it takes, and what the server holds meanwhile. */
export async function measureArchives(): Promise<void> {
  heading(`Archives: ${RECORDS} records of one account, with ${RECORDS * CHANGES_EACH} changes`)
  const zip = await onServer(fillAccount, makeArchive)
  line('the archive', megabytes(zip.length))
  await onServer(
    async () => undefined,
    (server) => takeIn(server, zip),
  )
}

interface Client {
  pid: number
  call: HttpCaller['call']
}

async function onServer<Result>(
  fill: (sql: postgres.Sql, admin: string) => Promise<void>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    const { id, email } = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    await fill(sql, id)
    const { call } = await signedIn(server, email)
    return await work({ pid: server.pid, call })
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function fillAccount(sql: postgres.Sql, admin: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.systems (account_id, name, description, owner_id, created_by, vendor)
      select m.account_id, 'System ' || n, repeat('What it is for. ', 12), m.user_id, m.user_id, 'Vendor ' || n % 50
      from public.account_members m, generate_series(1, ${RECORDS}) n
      where m.user_id = ${admin}`
    await tx`
      insert into public.record_history
        (account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act)
      select s.account_id, 'system', s.id, s.name, 'updated', 'status', '"active"', '"inactive"', ${admin},
        now() - n * interval '1 hour', gen_random_uuid()
      from public.systems s, generate_series(1, ${CHANGES_EACH}) n`
  })
  await sql`vacuum analyze private.records, public.record_history`
}

async function makeArchive({ pid, call }: Client): Promise<Buffer> {
  const made = await watched(pid, async () => {
    await call('request_archive', {})
    return until(call, ({ archive }) => (archive?.state === 'ready' ? archive : null))
  })
  tell('made', made, MADE_MS)
  const parts: Buffer[] = []
  for (let place = 1; place <= made.result.parts; place += 1) {
    const part = z.string().parse(await call('get_archive_part', { archive: made.result.id, place }))
    parts.push(Buffer.from(part, 'base64'))
  }
  return Buffer.concat(parts)
}

async function takeIn({ pid, call }: Client, zip: Buffer): Promise<void> {
  const id = z.string().parse(await call('start_archive_import', {}))
  for (let place = 1; (place - 1) * UPLOADED_AT_ONCE < zip.length; place += 1) {
    const part = zip.subarray((place - 1) * UPLOADED_AT_ONCE, place * UPLOADED_AT_ONCE)
    await call('add_archive_import_part', { import: id, place, content: part.toString('base64') })
  }
  const taken = await watched(pid, async () => {
    await call('submit_archive_import', { import: id })
    return until(call, ({ import: come }) => {
      if (come?.state === 'failed') throw new Error(`The archive was refused: ${come.problem}`)
      return come?.state === 'done' ? come : null
    })
  })
  tell('taken in', taken, TAKEN_IN_MS)
}

interface Watched<Result> {
  result: Result
  ms: number
  /** Bytes of memory above what the server held before. */
  peak: number
}

async function watched<Result>(pid: number, work: () => Promise<Result>): Promise<Watched<Result>> {
  const idle = residentMemory(pid)
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid))
  }, LOOK_EVERY_MS)
  const began = performance.now()
  const result = await work()
  clearInterval(watch)
  return { result, ms: performance.now() - began, peak: peak - idle }
}

function tell(what: string, { ms, peak }: Watched<unknown>, aim: number): void {
  lineWithAim(
    `${what}, with up to 5 s until the server begins`,
    ms,
    aim,
    (value) => `${Math.round(value / 1_000)} s`,
  )
  lineWithAim(`${what}: server memory above idle`, peak, MEMORY_BYTES, megabytes)
}

/** Asks until there is something. */
async function until<Found>(
  call: Client['call'],
  find: (state: z.infer<typeof stateAnswer>) => Found | null,
): Promise<Found> {
  for (;;) {
    const found = find(stateAnswer.parse(await call('get_archive_state', {})))
    if (found !== null) return found
    await wait(LOOK_EVERY_MS * 4)
  }
}
