import { freePort } from '@cairn/testing/free-port'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { hasBalancer, startBalancer } from './balancer.mjs'
import { notRun } from './debian.mjs'
import { addressOf, lostFrom, openSql } from './member.mjs'
import { outcomeOf, startMixedLoad } from './mixed-load.mjs'

const CLIENTS = 8
const SECRET = 'the secret that both nodes of the drill share'

const WITHIN_MS = 85_000
/** So many requests in each roll of the long form: 100,000 in all. */
const REQUESTS_OF_A_ROLL = 10_000

/** Restarts two nodes behind HAProxy in turn while clients read, write, count, call and sign in: none of them notices. */
export async function roll({ short, long }) {
  const rolls = short ? 1 : 10
  if (!(await hasBalancer())) return notRun('there is no HAProxy here')
  const database = await openScratchPostgres()
  const port = await freePort()
  const env = {
    DATABASE_URL: addressOf(database.admin),
    CAIRN_SECRET: SECRET,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY: '4',
  }
  const sql = openSql(database.admin)
  const opened = []
  try {
    for (let count = 0; count < 2; count += 1) opened.push(await startServerProcess(env))
    const balancer = await startBalancer(
      port,
      opened.map(({ url }) => new URL(url).port),
    )
    try {
      const load = await startMixedLoad(
        { ...balancer, publishableKey: opened[0].publishableKey },
        sql,
        CLIENTS,
      )
      const deadline = performance.now() + (long ? Number.POSITIVE_INFINITY : WITHIN_MS)
      let rolled = 0
      while (rolled < rolls && performance.now() < deadline) {
        for (const node of opened) {
          await node.stop()
          await node.start()
          await balancer.allUp()
        }
        rolled += 1
        if (long) await load.untilAnswered(rolled * REQUESTS_OF_A_ROLL)
      }
      await load.end()
      const lost = await lostFrom(sql, load.written)
      const { came, passed } = outcomeOf(load, lost)
      return {
        done: `${rolled} rolling restarts of two nodes behind HAProxy under ${CLIENTS} clients that read, write, count, call and sign in`,
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
