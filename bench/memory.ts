import { setTimeout as wait } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { processesOf } from '@cairn/testing/server-processes'
import postgres from 'postgres'
import { arrangeMember, type Member } from './api/arrange.ts'
import { requestsOf } from './api/cases.ts'
import { load } from './api/load.ts'
import { extent, IS_SMALL } from './support/extent.ts'
import { descendantsOf, memoryOf } from './support/memory.ts'
import { heading, line, megabytes } from './support/print.ts'

/** By then connections that were opened for the start are given back. */
const AT_REST_SECONDS = extent(75, 1, 'BENCH_REST_SECONDS')
const CONNECTIONS = 16
const BUSY_SECONDS = extent(10, 2)

/** Measures the memory of an installation, idle and under load: as installed, and with one and two processes. */
export async function measureMemory(): Promise<void> {
  // Empty counts as not set: as many as Cairn takes by itself.
  for (const processes of IS_SMALL ? [''] : ['', '1', '2']) {
    const server = await startServerProcess({ LOG_LEVEL: 'silent', CAIRN_PROCESSES: processes })
    try {
      heading(`Memory, ${processes === '' ? 'as installed' : `CAIRN_PROCESSES=${processes}`}`)
      await idle(server, processes === '2' ? '300 MB' : '220 MB')
      await busy(server, await arrangeMember(server))
    } finally {
      await server.dispose()
    }
  }
}

/** Prints what an installation holds at rest, after a while. */
export async function idle(server: ServerProcess, aim: string): Promise<void> {
  await wait(AT_REST_SECONDS * 1_000)
  const children = processesOf(server.pid)
  const ofNode = [server.pid, ...children]
  const all = [server.pid, ...descendantsOf(server.pid)]
  line('idle, everything together', megabytes(memoryOf(all)), aim)
  if (children.length > 0) line('  the parent', megabytes(memoryOf([server.pid])))
  line(
    `  ${Math.max(children.length, 1)} that serve`,
    megabytes(memoryOf(children.length > 0 ? children : ofNode)),
  )
  line('  Postgres', megabytes(memoryOf(all.filter((pid) => !ofNode.includes(pid)))))
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const [sessions] = await database<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await database.end()
  line('  connections', String(sessions?.count), '10')
}

/** Prints what the processes of the server hold under load, at the most. */
export async function busy(server: ServerProcess, member: Member): Promise<void> {
  const [list] = requestsOf(member)
  if (list === undefined) throw new Error('There is no list to ask for.')
  const ended = new AbortController()
  let most = 0
  const watching = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, memoryOf([server.pid, ...processesOf(server.pid)]))
      await wait(500, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  await load(server, list, { connections: CONNECTIONS, seconds: BUSY_SECONDS })
  ended.abort()
  await watching
  line(`${CONNECTIONS} connections, all that is not Postgres`, megabytes(most), '200 MB')
}
