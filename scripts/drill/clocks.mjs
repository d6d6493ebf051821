import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { createClient } from '@supabase/supabase-js'
import { NoRealtime } from '../../acceptance/support/no-realtime.ts'
import { LIBRARIES } from './clock.mjs'
import { ensureProgram, notRun } from './debian.mjs'
import { addressOf, lostFrom, MEMBER, openSql } from './member.mjs'

const CLIENTS = 6
const SECRET = 'the secret that nodes with two clocks share'
/** Where people would reach both nodes: the issuer of their tokens. */
const PUBLIC_URL = 'http://127.0.0.1:8000'
/** Five minutes to either side of the database. */
const OFFSETS = ['+300', '-300']
/** Each node asks its database for the time, which may take a moment. */
const LEAST_APART_SECONDS = 590
const REFRESH_EVERY = 3
/** So that every client refreshes at both nodes, and works on with what it got. */
const LEAST_ROUNDS = 2 * REFRESH_EVERY

/**
 * Runs two nodes whose clocks are ten minutes apart, and neither that of their database. Members work through both with
 * the official client: each session is used and refreshed at either node.
 */
export async function clocks({ short }) {
  await ensureProgram('/usr/bin/faketime', 'faketime')
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) return notRun('there is no libfaketime here')
  const database = await openScratchPostgres()
  const sql = openSql(database.admin)
  const nodes = []
  try {
    for (const offset of OFFSETS)
      nodes.push(
        await startServerProcess({
          DATABASE_URL: addressOf(database.admin),
          CAIRN_SECRET: SECRET,
          PUBLIC_URL,
          LD_PRELOAD: library,
          FAKETIME: offset,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        }),
      )
    await arrangePerson(sql, { email: MEMBER, name: 'Ada' })
    const apart = await Promise.all(nodes.map(clockSecondsOf))
    const load = startLoad(nodes)
    await wait(short ? 1_000 : 20_000)
    await load.end()
    const lost = await lostFrom(sql, load.written)
    const { requests, failed } = load
    return {
      done: `two nodes whose clocks are ten minutes apart (${apart.join(' and ')} s behind their database), under ${CLIENTS} official clients that use both`,
      came: `${requests()} requests, ${load.written.length} writes, ${failed.length} failed${failed.length === 0 ? '' : ` (${[...new Set(failed)].slice(0, 3).join('; ')})`}, ${lost.length} writes lost`,
      passed:
        failed.length + lost.length === 0 &&
        load.written.length > 0 &&
        apart[1] - apart[0] > LEAST_APART_SECONDS,
    }
  } finally {
    await sql.end()
    for (const node of nodes) await node.dispose()
    await database.stop()
  }
}

async function clockSecondsOf({ url }) {
  return (await (await fetch(`${url}/readyz`)).json()).clockSeconds
}

/**
 * Clients that use both nodes until `end` is called, and each for `LEAST_ROUNDS` at the least. `written` are the names of
 * what was acknowledged. A client whose session is refused stops: it would go on as somebody who is not signed in.
 */
function startLoad(nodes) {
  const written = []
  const failed = []
  let count = 0
  let ending = false

  /** Resolves with the data of an answer, or with null where it is an error. */
  async function expectGood(what, asked) {
    count += 1
    const { data, error } = await asked
    if (error !== null) failed.push(`${what}: ${error.message}`)
    return error === null ? { data } : null
  }

  const hasSession = (client, session) => expectGood('session', client.auth.setSession(session))

  async function writeAndRead(here, there, name) {
    if ((await expectGood('write', here.from('systems').insert({ name }))) === null) return
    written.push(name)
    const read = await expectGood('read', there.from('systems').select('name').eq('name', name))
    if (read !== null && read.data.length !== 1) failed.push(`read: ${name} is not there`)
  }

  async function work(client) {
    const clients = nodes.map(clientOf)
    const first = clients[client % clients.length]
    const credentials = { email: MEMBER, password: PASSWORD }
    let session = (await expectGood('sign-in', first.auth.signInWithPassword(credentials)))?.data.session
    for (let round = 0; session !== undefined && (!ending || round < LEAST_ROUNDS); round += 1) {
      const here = clients[round % clients.length]
      const there = clients[(round + 1) % clients.length]
      if ((await hasSession(here, session)) === null || (await hasSession(there, session)) === null) return
      await writeAndRead(here, there, `clocks ${client} ${round}`)
      await expectGood('procedure', there.rpc('get_my_profile'))
      if (round % REFRESH_EVERY === 0)
        session = (await expectGood('refresh', there.auth.refreshSession(session)))?.data.session
    }
  }

  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
  return {
    written,
    failed,
    requests: () => count,
    async end() {
      ending = true
      await working
    },
  }
}

function clientOf({ url, publishableKey }) {
  return createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: NoRealtime },
  })
}
