import { z } from 'zod'
import { BackupProblem } from '../backup-problem.ts'

/** The first bytes of every file of this format; docs/operate/backup.md describes it. */
export const MAGIC = Buffer.from('CAIRNBK1', 'latin1')

/** A header is read as a whole. */
const MOST_HEADER_BYTES = 64 * 1024

const header = z.object({
  /** A whole Postgres, or a segment of what it writes. */
  holds: z.enum(['backup', 'wal']),
  cairn: z.string(),
  /** As `server_version_num` says it: 180004; 0 for a segment. */
  postgres: z.int().nonnegative(),
  /** The identity that initdb gave the cluster. */
  system: z.string(),
  /** Whether it is a copy of Cairn's own Postgres. */
  builtIn: z.boolean(),
  /** The role that initdb made. */
  superuser: z.string(),
  /** Cairn's own database in it. */
  database: z.string(),
  madeAt: z.iso.datetime(),
  /** Of a backup: the history of the Postgres, and a place in its writes before which nothing is needed. Earlier ones lack it. */
  timeline: z.int().positive().optional(),
  lsn: z
    .string()
    .regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)
    .optional(),
  /** How the key was made; null where nothing is encrypted. */
  key: z
    .object({
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      /** Distinguishes another key from damage. */
      check: z.string().regex(/^[0-9a-f]{32}$/),
    })
    .nullable(),
})

/** The description of a backup, before its contents. It is not encrypted, but nobody can change it unnoticed. */
export type Header = z.infer<typeof header>

/** The header as it stands at the beginning of a file: the magic, its length in four bytes, JSON. */
export function encodeHeader(content: Header): Buffer {
  const json = Buffer.from(JSON.stringify(content))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([MAGIC, length, json])
}

/** How many bytes the header takes, by the first twelve of the file. Throws {@link BackupProblem} for another file. */
export function headerLength(start: Buffer, file: string): number {
  const known = start.subarray(0, MAGIC.length - 1)
  if (start.length < MAGIC.length + 4 || !known.equals(MAGIC.subarray(0, MAGIC.length - 1))) {
    throw new BackupProblem(`${file} is no backup of Cairn.`)
  }
  if (start[MAGIC.length - 1] !== MAGIC.at(-1)) {
    throw new BackupProblem(`${file} was made by a newer version of Cairn. Restore it with that version.`)
  }
  const length = start.readUInt32BE(MAGIC.length)
  if (length > MOST_HEADER_BYTES) throw damaged(file)
  return MAGIC.length + 4 + length
}

/** Reads a whole header. Throws {@link BackupProblem}. */
export function decodeHeader(bytes: Buffer, file: string): Header {
  try {
    return header.parse(JSON.parse(bytes.toString('utf8', MAGIC.length + 4)))
  } catch {
    throw damaged(file)
  }
}

/** The problem of a file whose bytes differ from those that were written. */
export function damaged(file: string, cause?: unknown): BackupProblem {
  return new BackupProblem(
    `${file} is damaged: something else stands in it than was written. Nothing of it was used; take another backup.`,
    { cause },
  )
}

/** The major version of a Postgres: 18 for 180004. */
export const majorOf = (version: number): number => Math.floor(version / 10_000)
