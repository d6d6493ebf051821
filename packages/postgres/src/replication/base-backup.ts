import { z } from 'zod'
import { columnNames, rowOf } from '../wire/protocol-messages.ts'
import { type Message, openReplication, type ReplicationOptions } from './connection.ts'

/** A part of a base backup, in the order in which Postgres sends them. */
export type BackupPart =
  /** It has begun: what was acknowledged before is in it. */
  | { kind: 'begun'; lsn: string; timeline: number }
  /** A piece of the tar file with all files of the cluster. */
  | { kind: 'files'; bytes: Buffer }
  /** A piece of the manifest, which follows the files. */
  | { kind: 'manifest'; bytes: Buffer }
  /** It is whole: up to here it holds what was committed. */
  | { kind: 'ended'; lsn: string }

/** The cluster keeps files outside of its folder. */
export class HasTablespaces extends Error {
  override name = 'HasTablespaces'
}

const point = z.object({ recptr: z.string(), tli: z.coerce.number() })

/** Postgres keeps what it wrote since the beginning for as long as this connection is open. */
const KEEP_WAL = 'CREATE_REPLICATION_SLOT "%" TEMPORARY PHYSICAL RESERVE_WAL'

const BASE_BACKUP =
  "BASE_BACKUP ( LABEL 'cairn', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TABLESPACE_MAP false )"

/**
 * Copies a whole Postgres while it runs, over one connection. Postgres waits for whoever takes the parts. Throws its
 * error where the user may not, and {@link HasTablespaces}.
 *
 * Source: https://www.postgresql.org/docs/current/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
export async function* baseBackup(options: ReplicationOptions): AsyncGenerator<BackupPart, void, void> {
  const connection = await openReplication(options)
  try {
    await connection.ask(KEEP_WAL.replace('%', `cairn_backup_${process.pid}_${Date.now()}`))
    const read = createPartReader()
    for await (const message of connection.messages(BASE_BACKUP)) {
      const part = read(message)
      if (part !== null) yield part
    }
  } finally {
    connection.close()
  }
}

const NEW_ARCHIVE = 'n'.charCodeAt(0)
const MANIFEST = 'm'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

function createPartReader(): (message: Message) => BackupPart | null {
  let names: string[] = []
  let results = 0
  let archives = 0
  let kind: 'files' | 'manifest' = 'files'

  /** The first result is where the backup begins, the second lists what it copies, the third is where it ends. */
  function pointOf(body: Buffer): BackupPart | null {
    if (results === 2) return null
    const { recptr: lsn, tli: timeline } = point.parse(rowOf(body, names))
    return results === 1 ? { kind: 'begun', lsn, timeline } : { kind: 'ended', lsn }
  }

  function copied(body: Buffer): BackupPart | null {
    if (body[0] === NEW_ARCHIVE) archives += 1
    if (archives > 1) throw new HasTablespaces('This Postgres has tablespaces.')
    if (body[0] === MANIFEST) kind = 'manifest'
    return body[0] === DATA ? { kind, bytes: body.subarray(1) } : null
  }

  return ({ type, body }) => {
    if (type === 'T') {
      names = columnNames(body)
      results += 1
    }
    if (type === 'D') return pointOf(body)
    return type === 'd' ? copied(body) : null
  }
}
