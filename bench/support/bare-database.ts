import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asCaller } from '@cairn/postgres/pool/as-caller'
import type { Caller, CallerWork, Statement } from '@cairn/postgres/pool/caller'
import { openPool } from '@cairn/postgres/pool/pool'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { hasPgbench, pgbench, progressIn, transactionsIn } from './pgbench.ts'

export interface BareRate {
  /** The program of the measurement: pgbench, or the driver where pgbench is missing. */
  by: string
  /** How many transactions it has done. */
  done: number
  perSecond: number
}

interface BareOptions {
  target: ConnectionTarget
  caller: Caller
  work: CallerWork
  connections: number
  seconds: number
  /** Seconds before these in which nothing is counted: each connection begins with empty caches. */
  warmSeconds?: number
  /** Called when they are over. */
  onWarm?: () => void
}

/** Measures how fast the same transaction runs without a server in front of the database. */
export async function bareRate(options: BareOptions): Promise<BareRate> {
  return hasPgbench() ? byPgbench(options) : byDriver(options)
}

async function byPgbench(options: BareOptions): Promise<BareRate> {
  const { target, caller, work, connections, seconds, warmSeconds = 0, onWarm = () => {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const script = join(folder, 'transaction.sql')
  writeFileSync(script, transaction(caller, work))
  try {
    const { stdout, stderr } = await pgbench(target, {
      script,
      connections,
      seconds: warmSeconds + seconds,
      options: ['-M', 'prepared', '-P', '1'],
      onSecond: (second) => void (second === warmSeconds && onWarm()),
    })
    const before = progressIn(stderr).filter(({ second }) => second <= warmSeconds)
    const done = transactionsIn(stdout).done - before.reduce((sum, { perSecond }) => sum + perSecond, 0)
    return { by: 'pgbench', done, perSecond: done / seconds }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The transaction as a pgbench script: one statement a line, the parameters written out. */
function transaction(caller: Caller, { statement, request, readOnly }: CallerWork): string {
  const settings = {
    'request.jwt.claims': JSON.stringify(caller.claims),
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': JSON.stringify(request.headers),
    statement_timeout: '8000',
    role: caller.role,
  }
  const become = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${literal(value)}, true)`,
  )
  const session = [caller.sessionId ?? '', String(caller.claims['sub'])]
  const lines = [
    readOnly ? 'begin read only;' : 'begin;',
    `select auth.require_session(${session.map(literal).join(', ')}), ${become.join(', ')};`,
    `${written(statement)};`,
    'commit;',
  ]
  return lines.map((text) => text.replace(/\s+/g, ' ')).join('\n')
}

function written({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, n) => {
    const value = values[Number(n) - 1]
    return value === null || value === undefined ? 'null' : literal(String(value))
  })
}

/** A string for a pgbench script, which takes ":name" for a variable even in quotes: a space keeps JSON the same. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replace(/:(?=\w)/g, ': ')}'`
}

async function byDriver(options: BareOptions): Promise<BareRate> {
  const { target, caller, work, connections, seconds, warmSeconds = 0, onWarm } = options
  const pool = openPool({ target, size: connections, name: 'bench' })
  let done = 0
  const repeatFor = (ms: number) => {
    const until = performance.now() + ms
    const repeat = async () => {
      while (performance.now() < until) {
        await asCaller(pool, caller, work)
        done += 1
      }
    }
    return Promise.all(Array.from({ length: connections }, repeat))
  }
  await repeatFor(warmSeconds * 1000)
  done = 0
  onWarm?.()
  await repeatFor(seconds * 1000)
  await pool.close()
  return { by: 'the bare driver', done, perSecond: done / seconds }
}
