import { setTimeout as wait } from 'node:timers/promises'
import { startServerProcess } from '@cairn/testing/server-process'
import { lostFrom, openSql, signedInMember, startWriting, untilAnswered } from './member.mjs'

const CLIENTS = 8
const UNDER_LOAD_MS = 500
const WITHIN_MS = 95_000

/**
 * Stops a server again and again while clients write over kept connections, and leave when they are told to: no write is
 * cut or lost.
 */
export async function stop({ short, long }) {
  const rounds = short ? 2 : 20
  const deadline = performance.now() + (long ? Number.POSITIVE_INFINITY : WITHIN_MS)
  let stops = 0
  const server = await startServerProcess({ SHUTDOWN_DELAY: '1' })
  let answered = 0
  const faults = []
  try {
    let sql = openSql(server.admin())
    const headers = await signedInMember(server, sql)
    for (; stops < rounds && performance.now() < deadline; stops += 1) {
      await untilAnswered(server, headers, CLIENTS)
      const writing = startWriting(server.url, headers, {
        clients: CLIENTS,
        run: `stop ${stops}`,
        leaveWhenTold: true,
      })
      await wait(UNDER_LOAD_MS)
      await sql.end()
      const code = await server.stop()
      await writing.end()
      if (code !== 0) faults.push(`exit code ${code}`)
      await server.start()
      sql = openSql(server.admin())
      const lost = await lostFrom(sql, writing.written)
      faults.push(...writing.counts.failed, ...lost.map((name) => `lost ${name}`))
      answered += writing.counts.answered
    }
    await sql.end()
  } finally {
    await server.dispose()
  }
  return {
    done: `${stops} stops under the writes of ${CLIENTS} clients`,
    came: `${answered} writes answered, ${faults.length} cut or lost${faults.length === 0 ? '' : `: ${[...new Set(faults)].slice(0, 5).join(', ')}`}`,
    passed: faults.length === 0 && answered > 0,
  }
}
