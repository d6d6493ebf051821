import { freePort } from '@cairn/testing/free-port'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { notRun } from './debian.mjs'
import { addressOf, lostFrom, openSql } from './member.mjs'
import { outcomeOf, startMixedLoad } from './mixed-load.mjs'
import { hasProxy, PROXIES, startProxy } from './proxies.mjs'

const CLIENTS = 8
const SECRET = 'the secret that both nodes of the drill share'
/** Each node is of several processes. */
const PROCESSES = '2'

const WITHIN_MS = 85_000
/** So many requests in each roll of the long form: 100,000 in all. */
const REQUESTS_OF_A_ROLL = 10_000

/**
 * Restarts two nodes behind a proxy in turn while clients read, write, count, call and sign in: none of them notices. The
 * proxies are those of `deploy`, with their files: HAProxy, which the long form rolls ten times, and once each of the others.
 */
export async function roll({ short, long }) {
  const [first, ...others] = PROXIES
  const rows = [await rolled(first, { short, long, rolls: short ? 1 : 10 })]
  if (!short) for (const proxy of others) rows.push(await rolled(proxy, { short, long: false, rolls: 1 }))
  const column = (name) => rows.map((row) => row[name]).join('; ')
  return { done: column('done'), came: column('came'), passed: rows.every(({ passed }) => passed) }
}

async function rolled(proxy, { long, rolls }) {
  if (!(await hasProxy(proxy))) return notRun(`there is no ${proxy.name} here`)
  const database = await openScratchPostgres()
  const port = await freePort()
  const env = {
    DATABASE_URL: addressOf(database.admin),
    CAIRN_SECRET: SECRET,
    CAIRN_PROCESSES: PROCESSES,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY: '4',
  }
  const sql = openSql(database.admin)
  const opened = []
  try {
    for (let count = 0; count < 2; count += 1) opened.push(await startServerProcess(env))
    const ports = opened.map(({ url }) => new URL(url).port)
    const balancer = await startProxy(proxy, port, ports)
    try {
      const { publishableKey } = opened[0]
      const load = await startMixedLoad({ ...balancer, publishableKey }, sql, CLIENTS)
      const deadline = performance.now() + (long ? Number.POSITIVE_INFINITY : WITHIN_MS)
      let count = 0
      while (count < rolls && performance.now() < deadline) {
        for (const node of opened) {
          await node.stop()
          await node.start()
          await balancer.allUp()
        }
        count += 1
        if (long) await load.untilAnswered(count * REQUESTS_OF_A_ROLL)
      }
      await load.end()
      const { came, passed } = outcomeOf(load, await lostFrom(sql, load.written))
      return {
        done: `${count} rolling restarts of two nodes of ${PROCESSES} processes behind ${proxy.name} under ${CLIENTS} clients`,
        came,
        passed,
      }
    } finally {
      await balancer.end()
    }
  } finally {
    await sql.end()
    for (const server of opened) await server.dispose()
    await database.stop()
  }
}
