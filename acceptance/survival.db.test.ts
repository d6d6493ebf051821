import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { hold, holdUpUpdates } from './support/held-updates.ts'
import { type Answer, sendTo } from './support/raw-http.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'
import { startWriters } from './support/writers.ts'

let cairn: Cairn
let member: SignedIn

/** An empty folder, so that the first start makes its database: the measure for the later ones. */
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-survival-'))

beforeAll(async () => {
  // Postgres runs as another user when the tests run as root.
  chmodSync(dataDir, 0o755)
  cairn = await openCairn({ CAIRN_DATA_DIR: dataDir })
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  member = await cairn.signedIn(person)
})

afterAll(async () => {
  await cairn.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const WRITERS = 4
/** A limit far above any recovery: a server that takes longer hangs. */
const HANGS_AFTER_MS = 90_000

const refreshedSchema = z.object({ refresh_token: z.string() })

const authorization = () => ({ authorization: `Bearer ${member.token}` })

/** The process that is Postgres at the moment; null while there is none. */
function postgresPid(): number | null {
  const file = join(cairn.server.dataDir, 'postgres', 'data', 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/**
 * Kills Postgres and asks again and again until the next one answers. Returns the refusals, possibly none: the next
 * Postgres answers a call that waits for a connection.
 */
async function outage(ask: () => Promise<Answer>): Promise<Answer[]> {
  const killed = postgresPid()
  if (killed === null) throw new Error('There is no Postgres to kill.')
  const began = performance.now()
  process.kill(killed, 'SIGKILL')
  const refusals: Answer[] = []
  for (;;) {
    // The process is looked up before asking: an open connection can answer once more before it notices.
    const isAnother = ![killed, null].includes(postgresPid())
    const answer = await ask()
    if (answer.status !== 200) refusals.push(answer)
    else if (isAnother) return refusals
    if (performance.now() - began > HANGS_AFTER_MS) throw new Error(`Still ${answer.status} ${answer.text}`)
  }
}

describe('the server killed with -9 under mixed writes', () => {
  const startsMs: number[] = []
  it.each([12, 37, 61])('after %i answered writes has lost none', async (count) => {
    const writers = startWriters(cairn, member, { count: WRITERS, run: `kill ${count}` })
    await writers.answered(count)
    await cairn.server.kill()
    await writers.stop()
    startsMs.push(await cairn.server.start())
    expect(await writers.contradictions()).toEqual([])
    const [left] =
      await cairn.database`select count(*)::int as rows from public.systems where name like ${`kill ${count} %`}`
    expect(left?.['rows']).toBeGreaterThan(count / 3)
  })

  it('starts faster than at first', () => {
    // The fastest of three: whatever else the machine does makes some of them slower, and none faster.
    expect(startsMs).toHaveLength(3)
    expect(Math.min(...startsMs)).toBeLessThan(cairn.server.firstStartMs)
  })

  it('a lost or changed write would be noticed', async () => {
    const writers = startWriters(cairn, member, { count: 1, run: 'control' })
    await writers.answered(4)
    await writers.stop()
    expect(await writers.contradictions()).toEqual([])
    await cairn.database`delete from public.systems where name = 'control 0-0-a'`
    await cairn.database`update public.systems set description = 'other' where name = 'control 0-0-c'`
    expect((await writers.contradictions()).sort()).toEqual(['control 0-0-a', 'control 0-0-c'])
  })

  it('still accepts the session of a member', async () => {
    expect((await cairn.send({ path: '/auth/v1/user', headers: authorization() })).status).toBe(200)
  })
})

describe('Postgres killed with -9', () => {
  it('under mixed writes: the same process answers 503 and then serves again, and nothing is lost', async () => {
    const { pid } = cairn.server
    const writers = startWriters(cairn, member, { count: WRITERS, run: 'postgres' })
    await writers.answered(20)
    const refusals = await outage(() =>
      cairn.send({ path: '/rest/v1/systems?limit=1', headers: authorization() }),
    )
    for (const refusal of refusals) {
      expectDataRefusal(refusal, 503, 'PGRST002')
      expect(refusal.headers['retry-after']).toMatch(/^\d+$/)
    }
    await writers.answered(20)
    await writers.stop()
    expect(cairn.server.pid).toBe(pid)
    expect([...writers.outcomes].sort()).toEqual([200, 201, 503])
    expect(await writers.contradictions()).toEqual([])
  })

  it('leaves requests without the database answered meanwhile, and /readyz reports it missing', async () => {
    const refusals: Answer[] = []
    // Further rounds follow only where the next Postgres was there before the first request.
    for (let round = 0; refusals.length === 0 && round < 5; round += 1) {
      const seen = await outage(async () => {
        expect((await cairn.send({ path: '/healthz' })).status).toBe(200)
        expect((await cairn.send({ path: '/' })).status).toBe(200)
        return cairn.send({ path: '/readyz' })
      })
      refusals.push(...seen)
    }
    expect(refusals.map(({ status }) => status)).toContain(503)
    expect(refusals.every(({ status, headers }) => status === 503 && headers['retry-after'] === '1')).toBe(
      true,
    )
  })

  it('refreshing a session meanwhile answers 503, never 4xx: the client would sign the person out', async () => {
    let { refreshToken } = member
    const refusals = await outage(async () => {
      const answer = await cairn.send({
        method: 'POST',
        path: '/auth/v1/token?grant_type=refresh_token',
        body: { refresh_token: refreshToken },
      })
      if (answer.status === 200) refreshToken = refreshedSchema.parse(answer.json).refresh_token
      return answer
    })
    for (const refusal of refusals) {
      expectAuthRefusal(refusal, 503, 'service_unavailable')
      expect(refusal.headers['retry-after']).toMatch(/^\d+$/)
    }
  })
})

describe('asked to stop', () => {
  it('under load, the server finishes what it has begun and ends with 0', async () => {
    const { database, server } = cairn
    await database`
      insert into public.systems (account_id, name) select account_id, 'Held' from public.account_members limit 1`
    await holdUpUpdates(database, 'Held')
    const writers = startWriters(cairn, member, { count: WRITERS, run: 'stop' })
    await writers.answered(8)

    let begun: Promise<Answer> | undefined
    let exit: Promise<number | null> | undefined
    await database.begin(async (tx) => {
      await hold(tx)
      begun = cairn.send({
        method: 'PATCH',
        path: '/rest/v1/systems?name=eq.Held',
        body: { description: 'finished' },
        headers: authorization(),
      })
      await vi.waitFor(async () => {
        // The look is outside of the transaction: inside, the view would stay as it was at the first look.
        const waiting = await database`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%update%' and cardinality(pg_blocking_pids(pid)) > 0`
        expect(waiting).not.toHaveLength(0)
      }, PATIENTLY)
      exit = server.stop()
      await vi.waitFor(async () => {
        const ready = await sendTo(server.url, { path: '/readyz' }).catch(() => null)
        expect(ready?.status ?? 503).toBe(503)
      }, PATIENTLY)
    })
    expect((await begun)?.status).toBe(204)
    expect(await exit).toBe(0)
    await writers.stop()

    await server.start()
    expect(await writers.contradictions()).toEqual([])
    expect(await cairn.database`select description from public.systems where name = 'Held'`).toEqual([
      { description: 'finished' },
    ])
  })
})
