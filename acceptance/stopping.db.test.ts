import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { isAlive, postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { BUILT_SERVER } from '@cairn/testing/server-process'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { sendTo } from './support/raw-http.ts'

/** The time in which a connection must send the headers of its first request. */
const HEADERS_WITHIN_MS = 5_000
/** Three times what a stop may take at the most; a database that does not answer would hold it for ever. */
const ENDED_WITHIN_MS = 30_000

const opened: Cairn[] = []
afterAll(() => Promise.all(opened.map((cairn) => cairn.close())))

async function open(env: Record<string, string>): Promise<Cairn> {
  const cairn = await openCairn(env)
  opened.push(cairn)
  return cairn
}

const clusterIn = (dataDir: string): string => join(dataDir, 'postgres', 'data')

interface Kept {
  status: number | undefined
  connection: string | undefined
  reused: boolean
}

/** A request over the one connection of an agent. */
function ask(url: string, agent: Agent): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (answer) => {
      answer.resume().on('end', () =>
        resolve({
          status: answer.statusCode,
          connection: answer.headers.connection,
          reused: request.reusedSocket,
        }),
      )
    })
    request.on('error', reject)
  })
}

// The tests wait for time that must pass: they run concurrently, each with a separate server.
describe.concurrent('a server that is asked to stop', () => {
  it('serves on for SHUTDOWN_DELAY, says 503 at /readyz, and ends kept connections with an answer', async () => {
    const { server } = await open({ SHUTDOWN_DELAY: '10' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const page = `${server.url}/healthz`
    expect(await ask(page, agent)).toMatchObject({ status: 200, connection: 'keep-alive' })
    const began = performance.now()
    const exit = server.stop()
    await vi.waitFor(async () => {
      expect((await sendTo(server.url, { path: '/readyz' })).status).toBe(503)
    }, PATIENTLY)
    expect(await ask(page, agent)).toEqual({ status: 200, connection: 'close', reused: true })
    expect(await ask(page, agent)).toEqual({ status: 200, connection: 'close', reused: false })
    expect(await exit).toBe(0)
    expect(performance.now() - began).toBeGreaterThanOrEqual(10_000)
  })

  it('does not wait for connections on which nothing is asked', async () => {
    const { server } = await open({})
    async function stopTakesMs(): Promise<number> {
      const began = performance.now()
      expect(await server.stop()).toBe(0)
      return performance.now() - began
    }
    const silentStops: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const silent = connect(Number(new URL(server.url).port), 'localhost')
      await once(silent, 'connect')
      const gone = once(silent, 'close')
      silentStops.push(await stopTakesMs())
      await gone
      await server.start()
    }
    // The stop would otherwise wait for the time in which a connection may send its first request.
    expect(Math.min(...silentStops)).toBeLessThan(HEADERS_WITHIN_MS)
  })

  it('is not held by a database that does not answer, which stops when it can', async () => {
    const { server, database, signedIn, send } = await open({})
    const { token } = await signedIn(
      await arrangePerson(database, { email: 'ada@acme.example', name: 'Ada' }),
    )
    await database.end()
    const processes = postgresProcesses(clusterIn(server.dataDir))
    signalAll(processes, 'SIGSTOP')
    const answer = send({ path: '/rest/v1/systems', headers: { authorization: `Bearer ${token}` } })
    const answered = answer.then(
      ({ status }) => status,
      () => 'cut',
    )
    const began = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(ENDED_WITHIN_MS)
    expect([503, 'cut']).toContain(await answered)
    signalAll(processes, 'SIGCONT')
    await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), PATIENTLY)
  })

  it('ends at once at a second signal, and its Postgres with it', async () => {
    const { server, database } = await open({ SHUTDOWN_DELAY: '300' })
    await database.end()
    const processes = postgresProcesses(clusterIn(server.dataDir))
    let code: number | null | undefined
    void server.stop().then((ended) => {
      code = ended
    })
    await vi.waitFor(() => {
      if (code === undefined) process.kill(server.pid, 'SIGTERM')
      expect(code).toBe(143)
    }, PATIENTLY)
    await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), PATIENTLY)
  })
})

describe.concurrent('a server that is asked to stop while it starts', () => {
  it('ends at once, leaves no Postgres, and starts on that folder afterwards', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-stopping-'))
    chmodSync(dataDir, 0o755)
    const port = String(await freePort())
    const start = (): ChildProcess =>
      spawn(process.execPath, [BUILT_SERVER], {
        env: { PATH: process.env['PATH'], CAIRN_DATA_DIR: dataDir, PORT: port, SHUTDOWN_DELAY: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    try {
      const first = start()
      const processes = await vi.waitFor(() => postgresProcesses(clusterIn(dataDir)), PATIENTLY)
      const ended = once(first, 'exit')
      first.kill('SIGTERM')
      await ended
      expect([143, 0]).toContain(first.exitCode)
      await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), PATIENTLY)

      const second = start()
      await vi.waitFor(async () => {
        expect((await sendTo(`http://localhost:${port}`, { path: '/readyz' })).status).toBe(200)
      }, PATIENTLY)
      const stopped = once(second, 'exit')
      second.kill('SIGTERM')
      await stopped
      expect(second.exitCode).toBe(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
