import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { processesOf } from '@cairn/testing/server-processes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn } from './support/cairn.ts'
import { sendTo } from './support/raw-http.ts'

const log = join(scratchFolder('cairn-processes-'), 'log')
let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn({ CAIRN_PROCESSES: '2', LOG_LEVEL: 'info' }, log)
})

afterAll(() => cairn.close())

const entry = z.looseObject({
  msg: z.string(),
  kind: z.string(),
  process: z.number().optional(),
  path: z.string().optional(),
})

const entries = () =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => entry.parse(JSON.parse(text)))

const saying = (kind: string) => entries().filter((one) => one.kind === kind)

const children = () => processesOf(cairn.server.pid)

/** Which processes have answered a request for this path. */
const answeredBy = (path: string) =>
  new Set(saying('request').flatMap((one) => (one.path === path ? [one.process] : [])))

/** Resolves when each of the two answers. */
async function bothServe(): Promise<void> {
  await vi.waitFor(() => expect(children()).toHaveLength(2), PATIENTLY)
  const path = `/auth/v1/settings-${Math.random()}`
  await vi.waitFor(async () => {
    await cairn.send({ path })
    expect(answeredBy(path).size).toBe(2)
  }, PATIENTLY)
}

describe('two processes', () => {
  it('are one server, which listens once', async () => {
    await bothServe()
    await vi.waitFor(() => expect(saying('process-started')).toHaveLength(1), PATIENTLY)
    expect(saying('listening')).toHaveLength(1)
    expect(saying('request').every((one) => one.process === 1 || one.process === 2)).toBe(true)
  })

  it('count wrong passwords together', async () => {
    const { email } = await arrangePerson(cairn.database, { email: 'ada@locked.example', name: 'Ada' })
    const signIn = (password: string) =>
      cairn.send({ method: 'POST', path: '/auth/v1/token?grant_type=password', body: { email, password } })
    // Each alone has seen fewer than the five that lock an address.
    for (let count = 0; count < 5; count += 1) await signIn('not the password')
    const right = await Promise.all([1, 2, 3, 4].map(() => signIn(PASSWORD)))
    expect(right.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('accept the session that the other one has begun, and neither after it has ended', async () => {
    const { email } = await arrangePerson(cairn.database, { email: 'bob@session.example', name: 'Bob' })
    const { client, token } = await cairn.signedIn({ email })
    const user = () => cairn.send({ path: '/auth/v1/user', headers: { authorization: `Bearer ${token}` } })
    expect((await Promise.all([user(), user(), user(), user()])).map(({ status }) => status)).toEqual([
      200, 200, 200, 200,
    ])
    await client.auth.signOut()
    expect((await Promise.all([user(), user(), user(), user()])).map(({ status }) => status)).toEqual([
      403, 403, 403, 403,
    ])
  })

  it('open the outbox with one key', async () => {
    const [, key] = /\/outbox\?key=(\S+)/.exec(readFileSync(log, 'utf8')) ?? []
    const opened = await Promise.all([1, 2, 3, 4].map(() => cairn.send({ path: `/outbox?key=${key}` })))
    expect(opened.map(({ status }) => status)).toEqual([302, 302, 302, 302])
  })

  it('open no more connections than one would', async () => {
    const people = Array.from({ length: 60 }, () => cairn.send({ path: '/rest/v1/accounts?select=id' }))
    await Promise.all(people)
    const opened = await cairn.database`
      select count(*)::int as count from pg_stat_activity where application_name = 'cairn requests'`
    // Ten, and for each process one that listens and one that looks after commits.
    expect(opened[0]?.['count']).toBeLessThanOrEqual(14)
  })
})

describe('a process that is killed', () => {
  it('takes no other request with it, and another comes in its place', async () => {
    const [killed = 0, other] = children()
    process.kill(killed, 'SIGKILL')
    const during = []
    for (let count = 0; count < 20; count += 1)
      during.push((await cairn.send({ path: '/config.json' })).status)
    expect(new Set(during)).toEqual(new Set([200]))
    await bothServe()
    expect(children()).toContain(other)
    expect(children()).not.toContain(killed)
    expect(saying('process-lost')).toMatchObject([
      { signal: 'SIGKILL', cause: 'killed', againInSeconds: 0.1 },
    ])
    await vi.waitFor(() => expect(saying('process-started')).toHaveLength(2), PATIENTLY)
  })
})

describe('the process that holds the others', () => {
  it('leaves none behind when it is killed, and the next start goes on', async () => {
    const before = children()
    await cairn.server.kill()
    await vi.waitFor(() => expect(before.filter(isThere)).toEqual([]), PATIENTLY)
    await cairn.server.start()
    await bothServe()
  })

  it('says in one sentence that the port is taken', async () => {
    const { port } = new URL(cairn.server.url)
    const { host, port: socket, user, password } = cairn.server.admin()
    const env = {
      CAIRN_PROCESSES: '2',
      PORT: port,
      CAIRN_DATA_DIR: cairn.server.dataDir,
      DATABASE_URL: `postgres://${user}:${password}@localhost:${socket}/postgres?host=${encodeURIComponent(host)}`,
    }
    expect(await startThatEnds(env)).toMatchObject({
      code: 1,
      said: `The address 127.0.0.1:${port} is in use. Stop what uses it, or set PORT.\n`,
    })
  })

  it('stops with all of them and with Postgres', async () => {
    const before = children()
    expect(await cairn.server.stop()).toBe(0)
    expect(before.filter(isThere)).toEqual([])
    expect(saying('stopped').at(-1)).toMatchObject({ unfinished: [] })
    await expect(sendTo(cairn.server.url, { path: '/healthz' })).rejects.toThrow()
  })
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
