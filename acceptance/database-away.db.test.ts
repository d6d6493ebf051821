import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'
import { expectDataRefusal } from './support/refusal.ts'

let cairn: Cairn
let member: SignedIn

beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'fatal' })
  member = await cairn.signedIn(
    await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' }),
  )
})

afterAll(() => cairn.close())

/** Stops every process of Postgres without ending it: connections stay, and nothing answers. */
async function whileFrozen(work: () => Promise<void>): Promise<void> {
  const pids = postgresProcesses(join(cairn.server.dataDir, 'postgres', 'data'))
  signalAll(pids, 'SIGSTOP')
  try {
    await work()
  } finally {
    signalAll(pids, 'SIGCONT')
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now()
  return { answer: await work(), ms: performance.now() - began }
}

const readSystems = () =>
  cairn.send({
    path: '/rest/v1/systems?select=id',
    headers: { authorization: `Bearer ${member.token}` },
  })
const signIn = () =>
  cairn.send({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    body: { email: 'ada@acme.example', password: 'wrong horse battery' },
  })

describe('a database that is frozen', () => {
  it('gets everybody 503 at the same time, while it is frozen, and is served again when it goes on, by no more connections', async () => {
    // Connections are open and idle, as they are when a machine stalls.
    await Promise.all(Array.from({ length: 20 }, readSystems))
    await whileFrozen(async () => {
      const [reads, auth, ready] = await Promise.all([
        Promise.all(Array.from({ length: 30 }, () => timed(readSystems))),
        timed(signIn),
        timed(async () => {
          await cairn.send({ path: '/readyz' })
          return cairn.send({ path: '/readyz' })
        }),
      ])
      for (const { answer } of reads) expectDataRefusal(answer, 503, 'PGRST002')
      expect([auth.answer.status, ready.answer.status]).toEqual([503, 503])
      const fastest = Math.min(...reads.map(({ ms }) => ms))
      const slowest = Math.max(auth.ms, ...reads.map(({ ms }) => ms))
      // Three times as long where those without a connection waited for those with one to give up.
      expect(slowest).toBeLessThan(2 * fastest)
      expect(ready.ms, 'A load balancer hears of it first.').toBeLessThan(fastest)
      expect((await cairn.send({ path: '/healthz' })).status).toBe(200)
    })
    await expect.poll(async () => (await readSystems()).status, PATIENTLY).toBe(200)
    await Promise.all(Array.from({ length: 60 }, readSystems))
    await expect
      .poll(async () => {
        const [row] = await cairn.database`
            select count(*)::int as n from pg_stat_activity where application_name in ('cairn requests', 'cairn accounts')`
        return row?.['n']
      }, PATIENTLY)
      .toBeLessThanOrEqual(10 + 5 + 1)
  })
})

/** Sends bytes as they are; resolves with the first line of the answer. */
async function ask(text: string): Promise<string> {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
  socket.write(text)
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  return String(chunk).split('\r\n')[0] ?? ''
}

describe('a check of a load balancer', () => {
  it.each([
    ['GET /readyz HTTP/1.0\r\n\r\n', '200'],
    ['OPTIONS /readyz HTTP/1.0\r\n\r\n', '200'],
    ['GET /healthz HTTP/1.1\r\n\r\n', '200'],
    ['HEAD /healthz HTTP/1.0\r\n\r\n', '200'],
    ['GET /config.json HTTP/1.1\r\n\r\n', '400'],
    ['GET / HTTP/1.0\r\n\r\n', '400'],
  ])('%j without a Host header gets %s', async (request, status) => {
    await vi.waitFor(async () => expect(await ask(request)).toContain(` ${status} `), PATIENTLY)
  })

  it('learns for how long mail has been waiting', async () => {
    await expectReady(cairn)
    expect(await (await fetch(`${cairn.server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      oldestMailSeconds: null,
      clockSeconds: 0,
    })
  })
})
