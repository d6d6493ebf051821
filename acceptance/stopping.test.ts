import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { arrangePerson } from '@cairn/testing/people'
import { BUILT_SERVER } from '@cairn/testing/server-process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { sendTo } from './support/raw-http.ts'

const PATIENTLY = { timeout: 30_000 }
/** Ten seconds that a stop may take at the most, and some for a machine that is busy. */
const ENDED_WITHIN_MS = 14_000

let cairn: Cairn | undefined
afterEach(async () => {
  await cairn?.close()
  cairn = undefined
})

async function open(env: Record<string, string>): Promise<Cairn> {
  cairn = await openCairn(env)
  return cairn
}

/** The Postgres of a data folder and everything that it has started; empty when there is none. */
function postgresProcesses(dataDir: string): number[] {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
  return [postmaster, ...children]
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`)

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

describe('a server that is told to stop', () => {
  it('serves on for SHUTDOWN_DELAY, says 503 at /readyz, and ends kept connections with an answer', async () => {
    const { server } = await open({ SHUTDOWN_DELAY: '4' })
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
    expect(performance.now() - began).toBeGreaterThanOrEqual(4_000)
  })

  it('does not wait for connections on which nothing is asked', async () => {
    const { server } = await open({})
    const port = Number(new URL(server.url).port)
    const silent = connect(port, 'localhost')
    await once(silent, 'connect')
    const gone = once(silent, 'close')
    const began = performance.now()
    expect(await server.stop()).toBe(0)
    await gone
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('is not held by a database that does not answer, which stops when it can', async () => {
    const { server, database, signedIn, send } = await open({})
    const { token } = await signedIn(
      await arrangePerson(database, { email: 'ada@acme.example', name: 'Ada' }),
    )
    await database.end()
    const processes = postgresProcesses(server.dataDir)
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    const answer = send({ path: '/rest/v1/systems', headers: { authorization: `Bearer ${token}` } })
    const answered = answer.then(
      ({ status }) => status,
      () => 'cut',
    )
    const began = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(ENDED_WITHIN_MS)
    expect([503, 'cut']).toContain(await answered)
    for (const pid of processes) process.kill(pid, 'SIGCONT')
    await vi.waitFor(() => expect(processes.filter(isThere)).toEqual([]), PATIENTLY)
  })

  it('ends at once at a second signal, and its Postgres with it', async () => {
    const { server, database } = await open({ SHUTDOWN_DELAY: '60' })
    await database.end()
    const processes = postgresProcesses(server.dataDir)
    let code: number | null | undefined
    const began = performance.now()
    void server.stop().then((ended) => {
      code = ended
    })
    await vi.waitFor(() => {
      if (code === undefined) process.kill(server.pid, 'SIGTERM')
      expect(code).toBe(143)
    }, PATIENTLY)
    expect(performance.now() - began).toBeLessThan(20_000)
    await vi.waitFor(() => expect(processes.filter(isThere)).toEqual([]), PATIENTLY)
  })
})

describe('a server that is told to stop while it starts', () => {
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
      await vi.waitFor(() => expect(postgresProcesses(dataDir)).not.toEqual([]), PATIENTLY)
      const processes = postgresProcesses(dataDir)
      const ended = once(first, 'exit')
      first.kill('SIGTERM')
      await ended
      expect([143, 0]).toContain(first.exitCode)
      await vi.waitFor(() => expect(processes.filter(isThere)).toEqual([]), PATIENTLY)

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
