import { setTimeout as wait } from 'node:timers/promises'
import { startThatEnds } from '@cairn/testing/ended-start'
import { arrangePerson } from '@cairn/testing/people'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { ensureProgram, notRun } from './debian.mjs'
import { startInsisting } from './insisting.mjs'
import { lostFrom, MEMBER, openSql } from './member.mjs'
import { PGBOUNCER, startPgBouncer } from './pgbouncer.mjs'

const CLIENTS = 12
const SECRET = 'the secret of the drill with a pooler'
/** The address at which people would reach both servers: the issuer of their tokens. */
const PUBLIC_URL = 'http://127.0.0.1:8000'
const REFUSAL = /^DATABASE_URL leads to a connection pooler that shares sessions .*\n$/
/** A pool that is large enough for one server: a second one gets no connection for its listener. */
const TOO_FEW = ['default_pool_size = 12']
const TOO_FEW_SAID =
  /^The database, or a pooler in front of it, had no connection to spare for \d+ s .* default_pool_size 12 for one server, 24 for two.*\n$/
const MODES = ['transaction', 'statement', 'transaction']

/**
 * Puts PgBouncer with its default configuration between two servers and Postgres. In session mode members write, read,
 * call a procedure, sign in and refresh through both, while PgBouncer is killed and started again. In the other modes
 * each start is refused with the sentence, and leaves nothing that would keep the next one from starting. Where
 * PgBouncer has too few connections for a second server, its start says how many it takes.
 */
export async function pooler({ short }) {
  if (!(await ensureProgram(PGBOUNCER, 'pgbouncer'))) return notRun('there is no PgBouncer here')
  const forMs = short ? 1_000 : 15_000
  const database = await openScratchPostgres()
  const sql = openSql(database.admin)
  try {
    const { counts, written } = await inSessionMode(database, sql, forMs)
    const starts = []
    for (const mode of MODES) starts.push(await startBehind(database, mode, REFUSAL))
    starts.push(await startWithoutPlace(database))
    const lost = await lostFrom(sql, written)
    const wrong = starts.filter(({ isRight }) => !isRight).map(({ said }) => said.trim())
    return {
      done: `PgBouncer before Postgres: two servers in session mode under ${CLIENTS} clients, PgBouncer killed and started again; 3 starts in transaction and statement mode; one with too few connections`,
      came: `${counts.requests} requests, ${counts.retried} of them 503 and sent again, ${counts.failed.length} failed${sampleOf(counts.failed)}, ${written.length} writes, ${lost.length} lost; ${starts.length - wrong.length} of ${starts.length} starts refused in a sentence${sampleOf(wrong)}`,
      passed: counts.failed.length + lost.length + wrong.length === 0 && written.length > 0,
    }
  } finally {
    await sql.end()
    await database.stop()
  }
}

const sampleOf = (texts) => (texts.length === 0 ? '' : ` (${[...new Set(texts)].slice(0, 3).join(', ')})`)

const envOf = ({ url }) => ({ DATABASE_URL: url, CAIRN_SECRET: SECRET, PUBLIC_URL, LOG_LEVEL: 'silent' })

async function inSessionMode(database, sql, forMs) {
  const pgbouncer = await startPgBouncer(database, 'session')
  const servers = []
  try {
    const env = envOf(pgbouncer)
    servers.push(await startServerProcess(env))
    await arrangePerson(sql, { email: MEMBER, name: 'Ada' })
    const alone = startInsisting(servers, MEMBER, { clients: CLIENTS, run: 'alone' })
    // By then the first server has all its connections.
    servers.push(await startServerProcess(env))
    await alone.end()
    const both = startInsisting(servers, MEMBER, { clients: CLIENTS, run: 'both' })
    await wait(forMs)
    await pgbouncer.kill()
    await pgbouncer.start()
    await wait(forMs)
    await both.end()
    return {
      counts: {
        requests: alone.counts.requests + both.counts.requests,
        retried: alone.counts.retried + both.counts.retried,
        failed: [...alone.counts.failed, ...both.counts.failed],
      },
      written: [...alone.written, ...both.written],
    }
  } finally {
    for (const server of servers) await server.dispose()
    await pgbouncer.end()
  }
}

async function startBehind(database, mode, sentence) {
  const pgbouncer = await startPgBouncer(database, mode)
  try {
    return await endedStart(pgbouncer, sentence)
  } finally {
    await pgbouncer.end()
  }
}

/** Starts a second server after the first has taken all connections that PgBouncer grants a user. */
async function startWithoutPlace(database) {
  const pgbouncer = await startPgBouncer(database, 'session', TOO_FEW)
  try {
    const env = envOf(pgbouncer)
    const server = await startServerProcess(env)
    const load = startInsisting([server], MEMBER, { clients: CLIENTS, run: 'crowd' })
    try {
      return await endedStart(pgbouncer, TOO_FEW_SAID)
    } finally {
      await load.giveUp()
      await server.dispose()
    }
  } finally {
    await pgbouncer.end()
  }
}

async function endedStart(pgbouncer, sentence) {
  const { code, said } = await startThatEnds({
    DATABASE_URL: pgbouncer.url,
    CAIRN_SECRET: SECRET,
    CAIRN_DATA_DIR: pgbouncer.folder,
    START_TIMEOUT: '5',
  })
  return { said, isRight: code === 1 && sentence.test(said) }
}
