import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresAccount } from '@cairn/postgres/embedded/account'
import { freePort } from '@cairn/testing/free-port'

export const PGBOUNCER = '/usr/sbin/pgbouncer'
const LISTENS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 25

/**
 * Starts PgBouncer in front of a database, set up as it comes. Users come with the passwords that Postgres has of them
 * (SCRAM), as in an installation that was not made for Cairn. `settings` are lines of its configuration.
 */
export async function startPgBouncer({ admin, data }, mode, settings = []) {
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
${settings.join('\n')}
`,
  )
  // Postgres's socket is in a folder that only its user enters.
  const account = postgresAccount(data)
  const identity = account === null ? [] : ['-u', account.name]
  let child = null
  let gone = null

  async function start() {
    child = spawn(PGBOUNCER, ['-q', ...identity, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
    gone = once(child, 'exit')
    await listens(port, child)
  }

  async function kill() {
    child.kill('SIGKILL')
    await gone
  }

  await start()
  const password = encodeURIComponent(admin.password)
  return {
    folder,
    url: `postgres://${admin.user}:${password}@127.0.0.1:${port}/${admin.database}`,
    kill,
    start,
    async end() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port, child) {
  const deadline = performance.now() + LISTENS_WITHIN_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    if (performance.now() > deadline || child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await wait(LOOK_AGAIN_MS)
  }
}
