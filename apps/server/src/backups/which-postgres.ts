import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

const row = z.tuple([
  z.object({
    version: z.number(),
    system: z.string(),
    superuser: z.string(),
    timeline: z.number(),
    lsn: z.string(),
    segment_bytes: z.number(),
  }),
])

/** Which Postgres it is, and where it is in its history. */
export interface WhichPostgres {
  /** As `server_version_num` says it. */
  version: number
  /** The identity that initdb gave the cluster. */
  system: string
  /** The role that initdb made. */
  superuser: string
  /** A restore and a failover begin a new one. */
  timeline: number
  /** Up to here it has written. */
  lsn: string
  segmentBytes: number
}

/** Asks the primary. */
export async function whichPostgres(sql: Statements): Promise<WhichPostgres> {
  const rows = await sql`
    select
      current_setting('server_version_num')::int as version,
      system_identifier::text as system,
      (select rolname from pg_roles where oid = 10) as superuser,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
      pg_current_wal_lsn()::text as lsn,
      pg_size_bytes(current_setting('wal_segment_size'))::int as segment_bytes
    from pg_control_system()`
  const [{ segment_bytes: segmentBytes, ...which }] = row.parse([...rows])
  return { ...which, segmentBytes }
}
