import { arrangePerson } from '@cairn/testing/people'
import { residentMemory } from '@cairn/testing/resident-memory'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { z } from 'zod'
import { listsAlone, withListsBeside } from './imports/beside.ts'
import { PART, rowsFrom } from './imports/sent-rows.ts'
import { type HttpCaller, signedIn } from './support/caller.ts'
import { IS_SMALL } from './support/extent.ts'
import { heading, line, lineWithAim, megabytes } from './support/print.ts'

const MEMBERS = 20
/** The systems of the account before the import, beside its members. */
const RECORDS = 3_000
const MEMORY_MB = 100
const MEGABYTE = 1024 * 1024
const LOOK_EVERY_MS = 50
/** The aims for 5,000 rows; larger imports may take proportionally longer. */
const AIM = { rows: 5_000, checkMs: 5_000, applyMs: 10_000 }
/** The time after which a request is aborted in the middle, as by a network that fails. */
const GIVEN_UP_AFTER_MS = 150

const plan = z.looseObject({
  state: z.string(),
  total: z.number(),
  checked: z.number(),
  applied: z.number(),
  refused: z.number(),
  summary: z.record(z.string(), z.number()),
})
type Plan = z.infer<typeof plan>

/**
 * Imports 5,000 and 50,000 rows through the server, first new and then changed, while another member opens a list; the
 * network of the larger import fails now and then. IMPORTED=1000 measures other numbers of rows.
 */
export async function measureImports(): Promise<void> {
  const sizes = (process.env['IMPORTED'] ?? (IS_SMALL ? '1000' : '5000,50000')).split(',').map(Number)
  for (const [place, size] of sizes.entries()) await measureImport(size, place > 0)
}

async function measureImport(count: number, isInterrupted: boolean): Promise<void> {
  heading(`An import of ${count} rows${isInterrupted ? ', with a network that fails' : ''}`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    await arrange(sql)
    const importer = await signedIn(server, 'member0@bench.example')
    const other = await signedIn(server, 'member1@bench.example')
    await listsAlone(other)
    const alone = await listsAlone(other)
    const memory = watchMemory(server)
    for (const [what, vendor] of [['new', 'Acme'] as const, ['half of them changed', 'Other'] as const]) {
      const work = new ImportWork(importer, { count, vendor, isInterrupted })
      await withListsBeside(what, other, alone, () => work.run(what))
    }
    const peak = memory.above()
    line('server memory above idle', megabytes(peak), `${MEMORY_MB} MB`)
    if (peak > MEMORY_MB * MEGABYTE) process.exitCode = 1
    await expectEachOnce(sql, count)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function arrange(sql: postgres.Sql): Promise<void> {
  for (let number = 0; number < MEMBERS; number += 1)
    await arrangePerson(sql, {
      email: `member${number}@bench.example`,
      name: `Member ${number}`,
      ...(number > 0 && { level: 'user' as const }),
    })
  const account = sql`(select m.account_id from public.account_members m limit 1)`
  await sql`
    insert into public.own_fields (account_id, kind, key, name, type, place)
    values (${account}, 'system', 'seats', 'Seats', 'number', 1), (${account}, 'system', 'contract', 'Contract', 'text', 2)`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.systems (account_id, name, description)
      select ${account}, 'System ' || n, 'What it is for.' from generate_series(1, ${RECORDS}) n`
  })
  await sql`vacuum analyze private.records`
}

/** An import, from its first row to its last record. */
class ImportWork {
  readonly #caller: HttpCaller
  readonly #options: { count: number; vendor: string; isInterrupted: boolean }
  #requests = 0

  constructor(caller: HttpCaller, options: { count: number; vendor: string; isInterrupted: boolean }) {
    this.#caller = caller
    this.#options = options
  }

  async run(what: string): Promise<void> {
    const { count, vendor } = this.#options
    const id = z.string().parse(
      await this.#caller.call('start_import', {
        kind: 'system',
        file_name: 'systems.csv',
        match_key: 'source',
        source: 'CMDB',
      }),
    )
    const aim = (ms: number) => (ms * Math.max(count, AIM.rows)) / AIM.rows
    const sendingMs = await took(async () => {
      for (let first = 1; first <= count; first += PART)
        await this.#asked('add_import_rows', {
          import: id,
          rows: rowsFrom(first, Math.min(PART, count - first + 1), { vendor }),
        })
    })
    line(`${what}: sent`, seconds(sendingMs))
    const checkMs = await took(() => this.#until('check_import', id, (now) => now.checked === now.total))
    lineWithAim(`${what}: checked`, checkMs, aim(AIM.checkMs), seconds)
    const applyMs = await took(() => this.#until('apply_import', id, (now) => now.state === 'done'))
    lineWithAim(`${what}: applied`, applyMs, aim(AIM.applyMs), seconds)
  }

  async #until(procedure: string, id: string, isDone: (now: Plan) => boolean): Promise<void> {
    let now: Plan
    do {
      now = plan.parse(await this.#asked(procedure, { import: id }))
    } while (!isDone(now))
    if (now.refused > 0 || now.summary['error'] !== 0 || now.summary['duplicate'] !== 0)
      throw new Error(`Rows were refused: ${JSON.stringify(now)}`)
  }

  /** Sends a request; for an interrupted import it aborts every third one and sends it again. */
  async #asked(procedure: string, values: object): Promise<unknown> {
    this.#requests += 1
    if (this.#options.isInterrupted && this.#requests % 3 === 0)
      await this.#caller
        .call(procedure, values, AbortSignal.timeout(GIVEN_UP_AFTER_MS))
        .catch(() => undefined)
    return this.#caller.call(procedure, values)
  }
}

async function expectEachOnce(sql: postgres.Sql, count: number): Promise<void> {
  const [row] = await sql<[{ records: number; ids: number }]>`
    select count(*)::int as records, count(distinct source_id)::int as ids
    from public.systems where imported_from = 'CMDB'`
  if (row.records !== count || row.ids !== count) throw new Error(`Not each row once: ${JSON.stringify(row)}`)
}

function watchMemory({ pid }: ServerProcess) {
  const idle = residentMemory(pid)
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid))
  }, LOOK_EVERY_MS)
  return {
    above() {
      clearInterval(watch)
      return peak - idle
    },
  }
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
