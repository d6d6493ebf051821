import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { isAlive, postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { openCairn } from '../../acceptance/support/cairn.ts'
import { startWriters } from '../../acceptance/support/writers.ts'

const WRITERS = 4
const WRITES_BETWEEN = 6
const KILLS = 200
const WITHIN_MS = 95_000
const RECOVERED_WITHIN_MS = 90_000
const LOOK_AGAIN_MS = 10
const ENDED_WITHIN_MS = 5_000
const VICTIMS = ['postmaster', 'backend', 'server']

/**
 * Kills the postmaster, a backend and the server in turn with -9 while clients write, 200 times or until the time is
 * over. A killed server is started again; no other kill may end it, and no answered write may be lost.
 */
export async function kill({ short, long }) {
  const cairn = await openCairn({ LOG_LEVEL: 'silent' })
  try {
    const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
    const member = await cairn.signedIn(person)
    const writers = startWriters(cairn, member, { count: WRITERS, run: 'drill' })
    const { killed, exits, longestMs } = await killInTurn(cairn, writers, {
      kills: short ? 6 : KILLS,
      withinMs: long ? Number.POSITIVE_INFINITY : WITHIN_MS,
    })
    await writers.stop()
    const lost = (await onceRecovered(() => writers.contradictions())).length
    const counts = VICTIMS.map((victim) => `${killed[victim]} × ${victim}`).join(', ')
    return {
      done: `${counts} killed under the writes of ${WRITERS} clients`,
      came: `${exits} exits, ${lost} writes lost, longest outage ${(longestMs / 1000).toFixed(1)} s`,
      passed: exits === 0 && lost === 0,
    }
  } finally {
    await cairn.close()
  }
}

/** The look itself may meet a connection that the last kill has ended, and a Postgres that recovers from it. */
async function onceRecovered(look) {
  const deadline = performance.now() + RECOVERED_WITHIN_MS
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(LOOK_AGAIN_MS)
    }
  }
}

async function killInTurn(cairn, writers, { kills, withinMs }) {
  const killed = { postmaster: 0, backend: 0, server: 0 }
  const deadline = performance.now() + withinMs
  let exits = 0
  let longestMs = 0
  for (let round = 0; round < kills && performance.now() < deadline; round += 1) {
    const victim = VICTIMS[round % VICTIMS.length]
    await inTime(writers.answered(WRITES_BETWEEN))
    const began = performance.now()
    await killOne(cairn, victim)
    killed[victim] += 1
    await inTime(writers.answered(1))
    longestMs = Math.max(longestMs, performance.now() - began)
    if (!isAlive(cairn.server.pid)) {
      exits += 1
      await cairn.server.start()
    }
  }
  return { killed, exits, longestMs }
}

async function killOne(cairn, victim) {
  if (victim === 'server') {
    await cairn.server.kill()
    await cairn.server.start()
    return
  }
  const [postmaster, ...children] = await runningPostgres(cairn)
  const pid = victim === 'backend' ? (children.find(isBackend) ?? postmaster) : postmaster
  signalAll([pid], 'SIGKILL')
  const end = performance.now() + ENDED_WITHIN_MS
  while (pid === postmaster && isAlive(pid) && performance.now() < end) await wait(LOOK_AGAIN_MS)
}

/** Right after a crash there may be none. */
async function runningPostgres(cairn) {
  for (;;) {
    try {
      return postgresProcesses(join(cairn.server.dataDir, 'postgres', 'data'))
    } catch {
      await wait(LOOK_AGAIN_MS)
    }
  }
}

/** A process that serves one of the server's two pools, by the title that Postgres gives it. */
function isBackend(pid) {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return /^postgres: (authenticator|supabase_auth_admin) /.test(title)
  } catch {
    return false
  }
}

async function inTime(answered) {
  const over = new AbortController()
  const late = wait(RECOVERED_WITHIN_MS, null, { signal: over.signal }).then(() => {
    throw new Error(`No write was answered within ${RECOVERED_WITHIN_MS} ms.`)
  })
  try {
    await Promise.race([answered, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}
