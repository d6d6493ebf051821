import { freePort } from '@cairn/testing/free-port'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { addressOf, lostFrom, openSql } from './member.mjs'
import { outcomeOf, startMixedLoad } from './mixed-load.mjs'
import { layOutNextVersion } from './next-version.mjs'
import { HAPROXY, hasProxy, startProxy } from './proxies.mjs'

const SECRET = 'the secret that both versions of the drill share'

/** A column more is what most versions bring. */
const MIGRATION = 'alter table private.records add column drill text;\n'

/**
 * Replaces two servers behind HAProxy, one after the other, by a version with one migration more, while clients read and
 * write: none of them notices. Null where there is no HAProxy.
 */
export async function upgradeUnderLoad({ short }) {
  if (!(await hasProxy(HAPROXY))) return null
  const clients = short ? 3 : 8
  const database = await openScratchPostgres()
  const next = layOutNextVersion(MIGRATION)
  const sql = openSql(database.admin)
  const port = await freePort()
  const env = {
    DATABASE_URL: addressOf(database.admin),
    CAIRN_SECRET: SECRET,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY: '4',
  }
  const nodes = []
  try {
    for (let count = 0; count < 2; count += 1) nodes.push(await startServerProcess(env))
    const ports = nodes.map(({ url }) => new URL(url).port)
    const balancer = await startProxy(HAPROXY, port, ports)
    try {
      const { publishableKey } = nodes[0]
      const load = await startMixedLoad({ ...balancer, publishableKey }, sql, clients)
      await load.untilAnswered(clients)
      for (const [index, PORT] of ports.entries()) {
        await nodes[index].dispose()
        nodes[index] = await startServerProcess({ ...env, PORT }, null, { program: next.program })
        await balancer.allUp()
      }
      await load.untilAnswered(load.answered() + clients)
      await load.end()
      const [{ migrated }] = await sql`
        select count(*)::int as migrated from information_schema.columns
        where table_schema = 'private' and table_name = 'records' and column_name = 'drill'`
      const { came, passed } = outcomeOf(load, await lostFrom(sql, load.written))
      return {
        done: `two servers behind HAProxy replaced in turn by a version with one migration more, under ${clients} clients`,
        came: `${came}${migrated === 1 ? '' : ', and the migration was not applied'}`,
        passed: passed && migrated === 1,
      }
    } finally {
      await balancer.end()
    }
  } finally {
    await sql.end()
    for (const node of nodes) await node.dispose()
    await database.stop()
    next.remove()
  }
}
