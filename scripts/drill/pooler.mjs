import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresAccount } from '@cairn/postgres/embedded/account'
import { startThatEnds } from '@cairn/testing/ended-start'
import { freePort } from '@cairn/testing/free-port'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { ensureProgram, notRun } from './debian.mjs'
import { lostFrom, MEMBER, openSql, signedInMember, signIn, startWriting } from './member.mjs'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const CLIENTS = 8
const SECRET = 'the secret of the drill with a pooler'
const REFUSAL = /^DATABASE_URL leads to a connection pooler that shares sessions .*\n$/
const LISTENS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 25

/**
 * Puts PgBouncer, set up as it comes, between server and Postgres. In session mode two starts serve writes; in the other
 * modes each start is refused with the sentence, and leaves nothing that would keep the next one from starting.
 */
export async function pooler({ short }) {
  if (!(await ensureProgram(PGBOUNCER, 'pgbouncer'))) return notRun('there is no PgBouncer here')
  const forMs = short ? 500 : 10_000
  const database = await openScratchPostgres()
  const sql = openSql(database.admin)
  try {
    const first = await inSessionMode(database, (server) => signedInMember(server, sql), forMs)
    const refusals = []
    for (const mode of ['transaction', 'statement', 'transaction'])
      refusals.push(await refusalIn(mode, database))
    const second = await inSessionMode(database, (server) => signIn(server, MEMBER), forMs)
    const failed = [...first.failed, ...second.failed]
    const lost = await lostFrom(sql, [...first.written, ...second.written])
    const wrong = refusals.filter(({ code, said }) => code !== 1 || !REFUSAL.test(said))
    return {
      done: `PgBouncer before Postgres: two starts in session mode under the writes of ${CLIENTS} clients, between them 3 in transaction and statement mode`,
      came: `${first.written.length + second.written.length} writes, ${failed.length} failed${sampleOf(failed)}, ${lost.length} lost; ${3 - wrong.length} of 3 refused: “${refusals[0].said.trim()}”${sampleOf(wrong.map(({ said }) => said.trim()))}`,
      passed: failed.length + lost.length + wrong.length === 0 && first.written.length > 0,
    }
  } finally {
    await sql.end()
    await database.stop()
  }
}

const sampleOf = (texts) => (texts.length === 0 ? '' : ` (${[...new Set(texts)].slice(0, 3).join(', ')})`)

async function inSessionMode(database, arrange, forMs) {
  const pgbouncer = await startPgBouncer(database, 'session')
  try {
    const server = await startServerProcess({ DATABASE_URL: pgbouncer.url, CAIRN_SECRET: SECRET })
    try {
      const headers = await arrange(server)
      const writing = startWriting(server.url, headers, { clients: CLIENTS, run: `pooler ${pgbouncer.url}` })
      await wait(forMs)
      await writing.end()
      return { written: writing.written, failed: writing.counts.failed }
    } finally {
      await server.dispose()
    }
  } finally {
    await pgbouncer.end()
  }
}

async function refusalIn(mode, database) {
  const pgbouncer = await startPgBouncer(database, mode)
  try {
    return await startThatEnds({
      DATABASE_URL: pgbouncer.url,
      CAIRN_SECRET: SECRET,
      CAIRN_DATA_DIR: pgbouncer.folder,
      START_TIMEOUT: '5',
    })
  } finally {
    await pgbouncer.end()
  }
}

/** Users come with the passwords that Postgres has of them (SCRAM), as in an installation that was not made for Cairn. */
async function startPgBouncer({ admin, data }, mode) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${admin.user}" "${admin.password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${admin.host} port=${admin.port}
[pgbouncer]
pool_mode = ${mode}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
auth_user = ${admin.user}
`,
  )
  // Postgres's socket is in a folder that only its user enters.
  const account = postgresAccount(data)
  const identity = account === null ? [] : ['-u', account.name]
  const child = spawn(PGBOUNCER, ['-q', ...identity, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  await listens(port, child)
  const password = encodeURIComponent(admin.password)
  return {
    folder,
    url: `postgres://${admin.user}:${password}@127.0.0.1:${port}/${admin.database}`,
    async end() {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port, child) {
  const deadline = performance.now() + LISTENS_WITHIN_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['connect']),
      once(socket, 'error').then(
        () => ['error'],
        () => ['error'],
      ),
    ]).catch(() => ['error'])
    socket.destroy()
    if (event === 'connect') return
    if (performance.now() > deadline || child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await wait(LOOK_AGAIN_MS)
  }
}
