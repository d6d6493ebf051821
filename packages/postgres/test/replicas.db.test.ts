import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { PATIENTLY } from '@cairn/testing/patience'
import { openReplicated, type Replicated } from '@cairn/testing/replicas'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { AUTH } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bootstrap } from '../src/bootstrap/bootstrap.ts'
import { migrate } from '../src/migrate/migrate.ts'
import type { Replicas } from '../src/pool/answering.ts'
import { asCaller } from '../src/pool/as-caller.ts'
import type { Caller, CallerWork, Row } from '../src/pool/caller.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import { prepareReplicas } from '../src/replicas/has-replayed.ts'
import { openReplicas } from '../src/replicas/replicas.ts'
import { NO_PATIENCE } from '../src/start/patience.ts'
import { postgresFailure } from '../src/wire/errors.ts'
import type { ConnectionTarget } from '../src/wire/target.ts'

const SECRET = new Uint8Array(32).fill(9)
const folder = scratchFolder('cairn-replicas-')
const person = { id: randomUUID(), session: randomUUID() }
const caller: Caller = {
  role: 'authenticated',
  claims: { sub: person.id, role: 'authenticated' },
  sessionId: person.session,
}

let cluster: Replicated
let primary: Pool
let replicas: Replicas
let pool: Pool
let sql: postgres.Sql
let looks: readonly postgres.Sql[]
const changes: string[] = []

const openSql = (target: ConnectionTarget) =>
  postgres({ ...target, ssl: false, max: 1, fetch_types: false, onnotice: () => {} })

const request = { method: 'GET', path: '/notes', headers: {} }
const reading = (text: string): CallerWork => ({
  statement: { text, values: [], asTexts: true },
  readOnly: true,
  byReplica: true,
  request,
})
const READ = `select count(*)::text as notes, pg_is_in_recovery()::text as by_replica from public.notes`
const read = async (): Promise<Row | undefined> => (await asCaller(pool, caller, reading(READ)))[0]
const write = () =>
  asCaller(pool, caller, {
    statement: { text: 'insert into public.notes default values', values: [], asTexts: true },
    readOnly: false,
    request: { ...request, method: 'POST' },
  })
const byReplica = () => read().then((row) => row?.['by_replica'])

/** Writes, and reads the written rows; resolves with how often a replica answered. */
async function writeAndRead(times: number): Promise<number> {
  let answered = 0
  for (let count = 0; count < times; count += 1) {
    const before = Number((await sql`select count(*) as notes from public.notes`)[0]?.['notes'])
    await write()
    const row = await read()
    expect(row).toMatchObject({ notes: String(before + 1) })
    if (row?.['by_replica'] === 'true') answered += 1
  }
  return answered
}

beforeAll(async () => {
  cluster = await openReplicated({ folder, replicas: 2 })
  const { admin } = cluster.primary
  const { authenticator } = await bootstrap(admin, SECRET)
  await migrate(admin, [AUTH])
  await prepareReplicas(admin, NO_PATIENCE)
  sql = openSql(admin)
  looks = cluster.replicas.map((replica) => openSql(replica.admin))
  await sql`insert into auth.users (id, email) values (${person.id}, 'someone@example.test')`
  await sql`insert into auth.sessions (id, user_id) values (${person.session}, ${person.id})`
  await sql`create table public.notes (id int generated always as identity)`
  await sql`grant select, insert on public.notes to authenticated`
  primary = openPool({ target: authenticator, size: 4, name: 'test' })
  const [first, ...others] = cluster.replicas.map(({ admin: { host, port } }) => ({ host, port }))
  replicas = openReplicas({
    primary,
    target: { ...authenticator, ...first, others },
    size: 4,
    onChange: ({ away }) => changes.push(away === null ? 'answers' : 'away'),
  })
  pool = { ...primary, replicas }
  await vi.waitFor(async () => expect(await byReplica()).toBe('true'), PATIENTLY)
})

afterAll(async () => {
  await Promise.all([replicas?.close(1), primary?.close(1)])
  await Promise.all([sql, ...looks].map((each) => each.end({ timeout: 1 })))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const pause = (look: postgres.Sql, on: boolean) =>
  on ? look`select pg_wal_replay_pause()` : look`select pg_wal_replay_resume()`

describe('replicas', () => {
  it('answer what only reads, with what was just written', async () => {
    expect(await writeAndRead(100)).toBeGreaterThan(50)
  })

  it('do not answer what does more', async () => {
    const [row] = await asCaller(pool, caller, { ...reading(READ), byReplica: false })
    expect(row).toMatchObject({ by_replica: 'false' })
  })

  it('are left when they replay nothing, and are asked again when they have caught up', async () => {
    await Promise.all(looks.map((look) => pause(look, true)))
    expect(await writeAndRead(3)).toBe(0)
    await Promise.all(looks.map((look) => pause(look, false)))
    await expect.poll(byReplica, PATIENTLY).toBe('true')
  })

  it('leave it to the other one when one of them replays nothing', async () => {
    const [slow] = looks
    if (slow === undefined) throw new Error('There is no replica.')
    await pause(slow, true)
    await writeAndRead(3)
    expect(await writeAndRead(10)).toBeGreaterThan(0)
    await pause(slow, false)
  })

  it('let nobody in whose session has ended', async () => {
    await expect.poll(byReplica, PATIENTLY).toBe('true')
    await sql`delete from auth.sessions where id = ${person.session}`
    const refused = await read().catch((error: unknown) => postgresFailure(error)?.code)
    expect(refused).toBe('PT401')
    await sql`insert into auth.sessions (id, user_id) values (${person.session}, ${person.id})`
  })

  it('on another timeline do not count as there', async () => {
    const ask = (timeline: number) =>
      looks[0]?.unsafe(
        `select cairn_replicas.has_replayed('0/0', ${timeline}) as here, cairn_replicas.has_replayed('FFFF/0', 1) as later`,
      )
    expect(await ask(1)).toEqual([{ here: true, later: false }])
    expect(await ask(2)).toEqual([{ here: false, later: false }])
    expect(await sql`select cairn_replicas.has_replayed('0/0', 1) as here`).toEqual([{ here: false }])
  })

  it('are left at once when they are promoted or stopped', async () => {
    const [promoted] = looks
    await promoted?.unsafe('select pg_promote(true)')
    await promoted?.unsafe('insert into public.notes default values')
    await writeAndRead(10)
    await cluster.replicas[1]?.stop()
    expect(await writeAndRead(10)).toBe(0)
    expect(changes).toContain('away')
  })
})
