import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'

const RECOVERED_WITHIN_MS = 90_000
const LOOK_AGAIN_MS = 10
const ENDED_WITHIN_MS = 5_000
const VICTIMS = ['postmaster', 'backend', 'server']

/** The look itself may meet a connection that the last kill has ended, and a Postgres that recovers from it. */
export async function onceRecovered(look) {
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

/**
 * Kills postmaster, backend and server in turn with -9 until the time is over, each after the load has been answered so
 * often. A killed server is started again. Says what was killed, in words, how often the server ended by itself, and the
 * longest time without an answer.
 */
export async function killInTurn(cairn, load, { kills, withinMs, answersBetween }) {
  const killed = { postmaster: 0, backend: 0, server: 0 }
  const deadline = performance.now() + withinMs
  let exits = 0
  let longestMs = 0
  for (let round = 0; round < kills && performance.now() < deadline; round += 1) {
    const victim = VICTIMS[round % VICTIMS.length]
    await inTime(load.answered(answersBetween))
    const began = performance.now()
    await killOne(cairn, victim)
    killed[victim] += 1
    await inTime(load.answered(1))
    longestMs = Math.max(longestMs, performance.now() - began)
    if (!isAlive(cairn.server.pid)) {
      exits += 1
      await cairn.server.start()
    }
  }
  const counts = VICTIMS.map((victim) => `${killed[victim]} × ${victim}`).join(', ')
  return { counts, exits, longestMs }
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
    throw new Error(`Nothing was answered within ${RECOVERED_WITHIN_MS} ms.`)
  })
  try {
    await Promise.race([answered, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}
