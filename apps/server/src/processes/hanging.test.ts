import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { PATIENTLY } from '@cairn/testing/patience'
import { isAlive } from '@cairn/testing/postgres-processes'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const folder = scratchFolder('cairn-hanging-')

/** Far longer than a busy machine takes for an answer, and short enough to wait for. */
const LIMITS = { everyMs: 50, missed: 24, missedAtStart: 1_200 }

/** Writes a separate program, with its imports of our modules. */
function script(name: string, contents: string): string {
  const outfile = join(folder, `${name}.mjs`)
  const stdin = { contents, resolveDir: import.meta.dirname }
  buildSync({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' })
  return outfile
}

/** Serves as a process of Cairn does, without a database. */
const CHILD = script(
  'child',
  `import { createServer } from 'node:http'
  import { obeyParent } from './obey-parent.ts'
  let slow = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/slow') {
      slow += 1
      setTimeout(() => outgoing.end('slow'), 300)
    } else if (incoming.url === '/asked-slowly') outgoing.end(String(slow))
    else if (incoming.url === '/hang') {
      outgoing.write(String(process.pid))
      setImmediate(() => { for (;;) {} })
    } else {
      const until = performance.now() + ({ '/busy': 500, '/work': 20 }[incoming.url] ?? 0)
      while (performance.now() < until) {}
      outgoing.end(String(process.pid))
    }
  })
  async function serve(told, { letGo }) {
    await new Promise((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve))
    return {
      publishableKey: 'key',
      async stop() {
        const closed = new Promise((resolve) => server.once('close', resolve))
        letGo(() => server.close())
        await closed
        return []
      },
    }
  }
  obeyParent({ serve, failure: String, hangs: { everyMs: 50, missed: 36 } })`,
)

/** Runs two of those, and prints their events as lines. */
const PARENT = script(
  'parent',
  `import cluster from 'node:cluster'
  import { createTeam } from './team.ts'
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: ${JSON.stringify(CHILD)} })
  await createTeam({
    size: 2,
    orderFor: (place) => ({ ...place, socket: null, outboxKey: null }),
    observe: (event) => console.log(JSON.stringify(event)),
    liveness: ${JSON.stringify(LIMITS)},
  }).start()`,
)

const event = z.looseObject({ kind: z.string() })

function run(path: string, env: Record<string, string> = {}): ChildProcess & { said: () => string } {
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return Object.assign(child, { said: () => said })
}

/** Asks over a separate connection; returns the text of the answer, or of its beginning. */
const askAt = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }, (answer) =>
      answer.once('data', (text: Buffer) => resolve(text.toString())),
    )
    asked.once('error', reject).end()
  })

/** Waits until the process has read the slow request: another connection may be answered before. */
const untilAskedSlowly = (port: number) =>
  vi.waitFor(async () => expect(await askAt(port, '/asked-slowly')).toBe('1'), PATIENTLY)

describe('a server of two processes', () => {
  let port = 0
  let parent: ReturnType<typeof run>

  const events = (kind: string) =>
    parent
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => event.parse(JSON.parse(line)))
      .filter((one) => one.kind === kind)

  const ask = (path: string) => askAt(port, path)

  /** The ids of two processes that answer. */
  async function pair(): Promise<number[]> {
    const found = new Set<number>()
    await vi.waitFor(async () => {
      // While one is at work, the other takes what comes.
      for (const id of await Promise.all(['/work', '/work', '/work', '/work'].map(ask))) found.add(Number(id))
      expect(found.size).toBe(2)
    }, PATIENTLY)
    return [...found]
  }

  /** Waits until a process was replaced, and returns how it ended. */
  async function loss(before: number): Promise<unknown> {
    await vi.waitFor(() => expect(events('process-started')).toHaveLength(before + 2), PATIENTLY)
    return events('process-lost')[before]
  }

  const untilPortIsFree = () =>
    vi.waitFor(async () => {
      const server = createServer().listen(port, '127.0.0.1')
      await once(server, 'listening')
      server.close()
    }, PATIENTLY)

  beforeAll(async () => {
    port = await freePort()
    parent = run(PARENT, { PORT: String(port) })
    await vi.waitFor(() => expect(events('process-started')).toHaveLength(1), PATIENTLY)
  })

  afterAll(() => parent.kill('SIGKILL'))

  it('kills and replaces a process whose event loop is blocked, while the other answers', async () => {
    const hung = Number(await ask('/hang'))
    expect(Number(await ask('/'))).not.toBe(hung)
    expect(await loss(0)).toMatchObject({ cause: 'hung', signal: 'SIGKILL' })
    expect(isAlive(hung)).toBe(false)
    expect(await pair()).not.toContain(hung)
  })

  it('kills and replaces a process that the system has stopped', async () => {
    const [stopped = 0] = await pair()
    process.kill(stopped, 'SIGSTOP')
    expect(await loss(1)).toMatchObject({ cause: 'hung', signal: 'SIGKILL' })
    expect(await pair()).not.toContain(stopped)
  })

  it('keeps a process that works without a pause for less than the limit, and does not call a killed one hung', async () => {
    const [killed = 0] = await pair()
    await ask('/busy')
    expect(events('process-lost')).toHaveLength(2)
    process.kill(killed, 'SIGKILL')
    expect(await loss(2)).toMatchObject({ cause: 'killed', signal: 'SIGKILL' })
  })

  it('releases the port when the parent is killed, though one process hangs, once the other has answered', async () => {
    const before = await pair()
    await ask('/hang')
    const answer = ask('/slow')
    await untilAskedSlowly(port)
    parent.kill('SIGKILL')
    expect(await answer).toBe('slow')
    await untilPortIsFree()
    await vi.waitFor(() => expect(before.filter(isAlive)).toEqual([]), PATIENTLY)
  })
})

it('answers the pending request of a stopping process when its parent is killed', async () => {
  const port = await freePort()
  const parent = run(
    script(
      'stopping',
      `import cluster from 'node:cluster'
      import { launch } from './member.ts'
      cluster.schedulingPolicy = cluster.SCHED_NONE
      cluster.setupPrimary({ exec: ${JSON.stringify(CHILD)} })
      const member = launch({
        serve: { kind: 'serve', number: 1, of: 1, socket: null, outboxKey: null, first: true },
        after: Promise.resolve(),
        liveness: ${JSON.stringify(LIMITS)},
      })
      await member.ready
      console.log('ready')
      process.on('SIGTERM', () => {
        const [worker] = Object.values(cluster.workers)
        // The line to the process is open until it has answered, and it reads the last message only after the end.
        worker.on('message', ({ kind }) => {
          if (kind !== 'closes') return
          worker.process.kill('SIGSTOP')
          setImmediate(() => process.kill(process.pid, 'SIGKILL'))
        })
        member.stop()
      })`,
    ),
    { PORT: String(port) },
  )
  await vi.waitFor(() => expect(parent.said()).toBe('ready\n'), PATIENTLY)
  const child = Number(await askAt(port, '/'))
  const answer = askAt(port, '/slow')
  await untilAskedSlowly(port)
  parent.kill('SIGTERM')
  const end = await once(parent, 'exit')
  process.kill(child, 'SIGCONT')
  expect(end).toEqual([null, 'SIGKILL'])
  expect(await answer).toBe('slow')
  // Its output is the parent's, which ends with it.
  await vi.waitFor(() => expect(parent.stdout?.readableEnded).toBe(true), PATIENTLY)
  expect(parent.said()).toBe('ready\n')
})

it('keeps a parent running that sends a message to a process which has just been killed', async () => {
  const parent = run(
    script(
      'telling',
      `import cluster from 'node:cluster'
      import { launch } from './member.ts'
      if (cluster.isPrimary) {
        const member = launch({ serve: {}, after: new Promise(() => {}), liveness: ${JSON.stringify(LIMITS)} })
        member.ready.catch(() => {})
        const [worker] = Object.values(cluster.workers)
        worker.once('message', () => {
          process.kill(worker.process.pid, 'SIGKILL')
          const until = performance.now() + 200
          while (performance.now() < until) {}
          member.stop()
          // Node itself sends such a message, to end the channel.
          worker.disconnect()
          member.ended.then(() => console.log('goes on'))
        })
      } else {
        process.send({ kind: 'asks' })
        setInterval(() => {}, 1_000)
      }`,
    ),
  )
  expect(await once(parent, 'close')).toEqual([0, null])
  expect(parent.said()).toBe('goes on\n')
})

it('retries the start of a process that failed', async () => {
  const parent = run(
    script(
      'trying',
      `import cluster from 'node:cluster'
      import { obeyParent } from './obey-parent.ts'
      import { createTeam } from './team.ts'
      if (cluster.isPrimary) {
        const program = process.execPath
        const team = createTeam({
          size: 1,
          orderFor: (place) => ({ ...place, socket: null, outboxKey: null }),
          observe({ kind, cause, code }) {
            console.log(kind, cause, code)
            if (kind === 'process-started') team.stop(5_000).then((rested) => console.log(rested))
            // As if the system had no room for another process.
            process.execPath = cause === 'killed' ? '/nowhere/node' : program
          },
        })
        await team.start()
        process.kill(Object.values(cluster.workers)[0].process.pid, 'SIGKILL')
      } else {
        const serve = async () => ({ publishableKey: 'key', stop: async () => [] })
        obeyParent({ serve, failure: String })
      }`,
    ),
  )
  expect(await once(parent, 'close')).toEqual([0, null])
  expect(parent.said()).toMatch(
    /process-lost killed null\n(.*\n)?process-lost failed null\n(.*\n)?process-started undefined undefined\ntrue\n/,
  )
  expect(parent.said()).toMatch('could not be started (spawn /nowhere/node ENOENT)')
})

it('ends a process that serves alone when its event loop is blocked, and says why', async () => {
  const alone = run(
    script(
      'alone',
      `import { endWhenHung } from '../start/hang-watch.ts'
      endWhenHung({ everyMs: 50, missed: 20 })
      setTimeout(() => {
        const until = performance.now() + 400
        while (performance.now() < until) {}
        console.log('was busy')
        setTimeout(() => { for (;;) {} }, 200)
      }, 200)`,
    ),
  )
  expect(await once(alone, 'close')).toEqual([null, 'SIGKILL'])
  expect(alone.said()).toBe('was busy\nCairn ends because it has done nothing for 1 s.\n')
})
