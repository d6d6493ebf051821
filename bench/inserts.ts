import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { arrangePerson } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { MIGRATED_CLUSTER } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { extent } from './support/extent.ts'
import { hasPgbench, pgbench, progressIn } from './support/pgbench.ts'
import { heading, line, perSecond } from './support/print.ts'

const CONNECTIONS = [1, 16, 64]
/** The number of members, equal to that of the connections: two connections rarely share one. */
const MEMBERS = 64
const ROUNDS = extent(2, 1)
const SECONDS = extent(20, 1, 'BENCH_SECONDS')

/**
 * Compares inserts by one member with the same inserts by many, by pgbench without a server: the difference is the wait
 * that one member's count of contributions causes.
 */
export async function measureInserts(): Promise<void> {
  heading(`Inserts of articles by one member, and by ${MEMBERS}: ${ROUNDS} times ${SECONDS} s each, in turns`)
  if (!hasPgbench()) {
    line('pgbench is not installed', '–')
    return
  }
  const folder = scratchFolder('cairn-bench-')
  const database = await openScratchPostgres({
    prepared: MIGRATED_CLUSTER,
    settings: { max_connections: '100' },
  })
  try {
    const people = await arrangeMembers(database.admin)
    const one = scriptOf(folder, people.slice(0, 1))
    const many = scriptOf(folder, people)
    for (const connections of CONNECTIONS) {
      const rates = { one: 0, many: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.one += (await measured(database.admin, one, connections)) / ROUNDS
        rates.many += (await measured(database.admin, many, connections)) / ROUNDS
      }
      const name = `${connections} connection${connections === 1 ? '' : 's'}: ${perSecond(rates.one)} of ${perSecond(rates.many)}`
      line(name, (rates.one / rates.many).toFixed(2), '0.90')
    }
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function arrangeMembers(target: ConnectionTarget): Promise<string[]> {
  const sql = postgres({ ...target, ssl: false, max: 1, onnotice: () => {} })
  const people: string[] = []
  for (let n = 0; n < MEMBERS; n += 1) {
    const { id } = await arrangePerson(sql, { email: `member${n}@bench.example`, name: `Member ${n}` })
    people.push(id)
  }
  await sql`update public.account_members set permission_level = 'user' where permission_level = 'viewer'`
  // The measurement is about speed, not about the limit of one person.
  await sql`alter table public.knowledge_articles disable trigger knowledge_articles_limit`
  await sql.end()
  return people
}

/** Writes a pgbench script: one of these people adds an article, with the role and claims of their requests. */
function scriptOf(folder: string, people: readonly string[]): string {
  const claims = people.map((sub) => `'{"sub": "${sub}", "role": "authenticated"}'`)
  const path = join(folder, `insert-${people.length}.sql`)
  const lines = [
    `\\set person random(1, ${people.length})`,
    'begin;',
    `select set_config('request.jwt.claims', (array[${claims.join(', ')}])[:person], true), set_config('role', 'authenticated', true);`,
    "insert into public.knowledge_articles (title, content) values ('How to restart it', 'Turn it off and on again.');",
    'commit;',
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Measures inserts a second, in the second half: each connection begins with empty caches. */
async function measured(target: ConnectionTarget, script: string, connections: number): Promise<number> {
  const { stderr } = await pgbench(target, { script, connections, seconds: SECONDS, options: ['-P', '1'] })
  const rates = progressIn(stderr)
    .filter(({ second }) => second > SECONDS / 2)
    .map(({ perSecond: rate }) => rate)
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}
