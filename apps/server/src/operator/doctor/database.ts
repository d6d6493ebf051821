import { z } from 'zod'
import { pendingUpgrade } from '../../database/database.ts'
import type { Context } from '../context.ts'
import { megabytes } from '../megabytes.ts'
import { type Finding, found, note, ok, trouble } from './finding.ts'

const facts = z.tuple([
  z.object({
    version: z.string(),
    bytes: z.number(),
    sessions: z.number(),
    allowed: z.number(),
    now_ms: z.number(),
  }),
])
const failing = z.tuple([z.object({ failed: z.number() })])

/** The database, its secret, its migrations, its jobs, and its clock against that of this machine. */
export async function checkDatabase(context: Context): Promise<Finding[]> {
  const reached = await found('database', () => reach(context))
  if (reached.state === 'trouble') return [reached]
  return [
    reached,
    await found('secret', () => checkSecret(context)),
    await found('migrations', () => checkMigrations(context)),
    await found('clock', () => checkClock(context)),
    await found('jobs', () => checkJobs(context)),
  ]
}

const factsOf = ({ look }: Context) =>
  look(async (sql) => {
    const rows = await sql`
      select
        current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as sessions,
        current_setting('max_connections')::int as allowed, extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`
    const [row] = facts.parse([...rows])
    return row
  })

async function reach(context: Context): Promise<Finding> {
  const { version, bytes, sessions, allowed } = await factsOf(context)
  const says = `Postgres ${version}, ${megabytes(bytes)} MB, ${sessions} of ${allowed} connections in use`
  return sessions > 0.9 * allowed
    ? trouble('database', `${says}: raise max_connections, or lower DATABASE_POOL_SIZE.`)
    : ok('database', says)
}

async function checkSecret(context: Context): Promise<Finding> {
  await context.secret()
  return ok('secret', 'is the one that this database was begun with; keep a copy of it in another place')
}

async function checkMigrations({ config }: Context): Promise<Finding> {
  const files = (await pendingUpgrade(config())) ?? []
  return files.length === 0
    ? ok('migrations', 'the database is up to date')
    : note('migrations', `the next start of this version applies ${files.length}: ${files.join(', ')}`)
}

const APART_S = 30

async function checkClock(context: Context): Promise<Finding> {
  const asked = Date.now()
  const { now_ms: theirs } = await factsOf(context)
  const apart = (theirs - (asked + Date.now()) / 2) / 1_000
  const says = `that of the database is ${Math.abs(apart).toFixed(1)} s ${apart < 0 ? 'behind' : 'ahead'}`
  return Math.abs(apart) < APART_S ? ok('clock', says) : trouble('clock', `${says}: set both by NTP.`)
}

async function checkJobs({ look }: Context): Promise<Finding> {
  const [{ failed }] = await look(async (sql) =>
    failing.parse([
      ...(await sql`
        select (
          (select count(*) from public.list_jobs() where state = 'failed')
          + (select count(*) from auth.mail_queue where set_aside_at is not null)
        )::int as failed`),
    ]),
  )
  return failed === 0
    ? ok('jobs', 'none has failed')
    : trouble('jobs', `${failed} failed: see the command jobs, mend the cause, then retry-jobs.`)
}
