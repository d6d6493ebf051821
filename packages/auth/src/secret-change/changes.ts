import type { Statements } from '@cairn/postgres/pool/privileged'
import { fingerprintOf, type InstallationSecrets } from '../tokens/secrets.ts'

/** A change of the secret that has begun; secrets are named by their fingerprints. */
export interface SecretChangeRow {
  id: string
  former: string
  present: string
  begunAt: Date
  finishedAt: Date | null
}

/** The newest change; null where there was none. */
export async function latestChange(sql: Statements): Promise<SecretChangeRow | null> {
  const [row] = await sql<SecretChangeRow[]>`
    select id::text, former, present, begun_at as "begunAt", finished_at as "finishedAt"
    from auth.secret_changes
    order by secret_changes.id desc
    limit 1`
  return row ?? null
}

export async function insertChange(
  sql: Statements,
  change: Pick<SecretChangeRow, 'former' | 'present'>,
): Promise<void> {
  await sql`insert into auth.secret_changes (former, present) values (${change.former}, ${change.present})`
}

/** True for the one that ends the change. */
export async function finishChange(sql: Statements, id: string): Promise<boolean> {
  const finished = await sql`
    update auth.secret_changes set finished_at = now() where id = ${id} and finished_at is null`
  return finished.count > 0
}

interface Holders {
  all: number
  unaware: number
  behind: number
}

/** Servers that were seen this long ago are there no more: each notes itself every five seconds. */
const GONE_AFTER_SECONDS = 45

/** Notes which secrets a server knows, and with which it writes. */
export async function noteHolder(
  sql: Statements,
  server: string,
  { present, former, writes }: InstallationSecrets,
): Promise<void> {
  const ofPresent = fingerprintOf(present)
  const ofFormer = former === null ? null : fingerprintOf(former)
  const written = writes === 'former' ? ofFormer : ofPresent
  await sql`
    insert into auth.secret_holders (server, present, former, writes)
    values (${server}, ${ofPresent}, ${ofFormer}, ${written})
    on conflict (server) do update
    set present = excluded.present, former = excluded.former, writes = excluded.writes, seen_at = now()`
}

export async function deleteHolder(sql: Statements, server: string): Promise<void> {
  await sql`
    delete from auth.secret_holders
    where server = ${server} or seen_at < now() - interval '1 day'`
}

/** How many servers run, how many of them do not know this secret, and how many do not write with it. */
export async function holdersWithout(sql: Statements, fingerprint: string): Promise<Holders> {
  const [row] = await sql<[Holders]>`
    select
      count(*)::int as all,
      count(*) filter (where present <> ${fingerprint} and former is distinct from ${fingerprint})::int as unaware,
      count(*) filter (where writes <> ${fingerprint})::int as behind
    from auth.secret_holders
    where seen_at > now() - make_interval(secs => ${GONE_AFTER_SECONDS})`
  return row
}
