import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, openEmbedded } from '../src/embedded/embedded.ts'
import { keepLogSmall, LARGEST_LOG_BYTES } from '../src/embedded/log-file.ts'

let folder: string
const kept: string[] = []
const opened: { stop(): Promise<void> }[] = []

beforeEach(() => {
  folder = scratchFolder('cairn-embedded-')
})

afterEach(async () => {
  for (const server of opened.splice(0)) await server.stop()
  // A kept folder may lie in the folder, as it does for a user who is not root.
  for (const path of [...kept.splice(0), folder]) {
    await endPostgresBelow(path)
    rmSync(path, { recursive: true, force: true })
  }
})

/**
 * Ends the Postgres that a killed server or a failed test has left running: it would write into the folder while that
 * is removed.
 */
async function endPostgresBelow(path: string) {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('postmaster.pid'))) {
    const pid = postmasterPid(dirname(join(path, file)))
    // A file without a number would name our own process.
    if (pid <= 1) continue
    if (isRunning(pid)) process.kill(pid, 'SIGQUIT')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENTLY)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function open(options: { folder?: string; onRestart?: () => void } = {}) {
  const server = await openEmbedded({ folder, ...options })
  opened.push(server)
  return server
}

async function ask(server: EmbeddedPostgres, statement: string) {
  const sql = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

const postmasterPid = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A server in a separate process, which a test can kill without warning. */
async function serverProcess(on: string): Promise<{ startedInMs: number; kill(): Promise<void> }> {
  const began = performance.now()
  const script = `
    import { openEmbedded } from ${JSON.stringify(join(import.meta.dirname, '../src/embedded/embedded.ts'))}
    openEmbedded({ folder: ${JSON.stringify(on)} }).then(() => { console.log('up'); setInterval(() => {}, 1000) })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    startedInMs: performance.now() - began,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/**
 * Starts after a server was killed, each on a separate folder, with `crash` in between: returns how long the fastest of
 * three took, and the fastest of their first starts. Other work on the machine makes some slower, and none faster.
 */
async function fastestStarts(crash: (postmaster: number) => void) {
  let firstMs = Number.POSITIVE_INFINITY
  let againMs = Number.POSITIVE_INFINITY
  const kept: boolean[] = []
  for (const round of ['1', '2', '3']) {
    const on = join(folder, round)
    mkdirSync(on, { mode: 0o755 })
    const killed = await serverProcess(on)
    firstMs = Math.min(firstMs, killed.startedInMs)
    const pid = postmasterPid(join(on, 'postgres', 'data'))
    await killed.kill()
    crash(pid)
    const began = performance.now()
    const server = await open({ folder: on })
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
    againMs = Math.min(againMs, performance.now() - began)
    kept.push(postmasterPid(server.data) === pid)
  }
  return { firstMs, againMs, kept }
}

describe('openEmbedded', () => {
  it('keeps what was written across a stop and a start', async () => {
    const first = await open()
    await ask(first, 'create table kept (id int); insert into kept values (7)')
    await first.stop()
    expect(await ask(await open(), 'select id from kept')).toEqual([{ id: 7 }])
  })

  it('works in a folder that only its owner can enter', async () => {
    chmodSync(folder, 0o700)
    const first = await open()
    await ask(first, 'create table kept (id int)')
    await first.stop()
    expect(await ask(await open(), 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }])
    // The files of root lie where the Postgres user can read them; a link in the folder leads there.
    kept.push(realpathSync(join(folder, 'postgres')))
  })

  it('takes over the Postgres that a killed server left running, faster than a first start', async () => {
    const { firstMs, againMs, kept } = await fastestStarts(() => {})
    expect(kept).toEqual([true, true, true])
    expect(againMs).toBeLessThan(firstMs)
  })

  it('starts again what died together with its server, in no more than twice the time of a first start', async () => {
    const { firstMs, againMs, kept } = await fastestStarts((pid) => process.kill(pid, 'SIGKILL'))
    expect(kept).toEqual([false, false, false])
    expect(againMs).toBeLessThan(2 * firstMs)
  })

  it('starts it again when the server that it belonged to is just stopping it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await open()
      const stopped = first.stop()
      const second = await open()
      await stopped
      expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
      await second.stop()
    }
  })

  it('leaves the next server its Postgres when the one before is stopped once more', async () => {
    const first = await open()
    await first.stop()
    const second = await open()
    const pid = postmasterPid(second.data)
    await first.stop()
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasterPid(second.data)).toBe(pid)
  })

  it.runIf(existsSync('/proc'))(
    'starts once the last process of a Postgres whose lock file was cut off has ended',
    async () => {
      const first = await open()
      const { data } = first
      await first.stop()
      const { uid, gid } = statSync(data)
      // A process of that name and user in that folder counts as its Postgres.
      const script = 'printf postgres > /proc/$$/comm; echo named; read line'
      const left = spawn('/bin/sh', ['-c', script], {
        cwd: data,
        uid,
        gid,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      await once(left.stdout, 'data')
      writeFileSync(join(data, 'postmaster.pid'), '')
      chownSync(join(data, 'postmaster.pid'), uid, gid)
      const started = open()
      const log = join(folder, 'postgres', 'postgres.log')
      await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('is empty'), PATIENTLY)
      left.stdin.end()
      expect(await ask(await started, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  it('starts Postgres again when it dies under a running server', async () => {
    const restarts = new EventEmitter()
    const server = await open({ onRestart: () => restarts.emit('restart') })
    const restarted = once(restarts, 'restart')
    process.kill(postmasterPid(server.data), 'SIGKILL')
    await restarted
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a second start on the same folder, and leaves the first alone', async () => {
    const first = await open()
    await expect(openEmbedded({ folder })).rejects.toThrow(/Another Cairn is already running/)
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets two first starts at the same moment make one database', async () => {
    const outcomes = await Promise.allSettled([open(), open()])
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('writes no failed statement into its log', async () => {
    const server = await open()
    await expect(ask(server, "select 'what a person wrote' from nowhere")).rejects.toThrow(/nowhere/)
    const log = readFileSync(join(dirname(server.data), 'postgres.log'), 'utf8')
    expect(log).toContain('"nowhere" does not exist')
    expect(log).not.toContain('what a person wrote')
  })
})

describe('the log of Postgres', () => {
  it('becomes the previous one when it is large, and there is one of these', async () => {
    const log = join(folder, 'postgres.log')
    const fill = (letter: string) => writeFileSync(log, letter.repeat(LARGEST_LOG_BYTES + 1), { flag: 'a' })
    fill('a')
    const leave = keepLogSmall(log, 5)
    await vi.waitFor(() => expect(statSync(log).size).toBe(0), PATIENTLY)
    fill('b')
    await vi.waitFor(() => expect(statSync(log).size).toBe(0), PATIENTLY)
    leave()
    expect(readdirSync(folder).toSorted()).toEqual(['postgres.log', 'postgres.log.1'])
    expect(readFileSync(`${log}.1`, 'utf8')).toMatch(/^b+$/)
  })
})
