/** The parts of a backup, once it is decrypted and uncompressed. */
type RecordKind = 'files' | 'manifest' | 'secret' | 'end'

export interface BackupRecord {
  kind: RecordKind
  bytes: Buffer
}

const LETTERS: Readonly<Record<RecordKind, string>> = { files: 'f', manifest: 'm', secret: 's', end: 'e' }
const KINDS: ReadonlyMap<number, RecordKind> = new Map([
  [LETTERS.files.charCodeAt(0), 'files'],
  [LETTERS.manifest.charCodeAt(0), 'manifest'],
  [LETTERS.secret.charCodeAt(0), 'secret'],
  [LETTERS.end.charCodeAt(0), 'end'],
])
const HEAD_BYTES = 5
/** A limit above the size of the records that Postgres sends. */
const MOST_RECORD_BYTES = 16 * 1024 * 1024

/** A record as bytes: a letter, the length in four bytes, the content. */
export function encodeRecord({ kind, bytes }: BackupRecord): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(LETTERS[kind], 'latin1')
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Cuts a stream of bytes into records. Throws where they are none; what follows the record `end` is one too many. */
export async function* decodeRecords(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<BackupRecord, void, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let record = first(rest)
    while (record !== null) {
      yield record
      rest = rest.subarray(HEAD_BYTES + record.bytes.length)
      record = first(rest)
    }
  }
  if (rest.length > 0) throw new Error('A record is cut short.')
}

function first(bytes: Buffer): BackupRecord | null {
  if (bytes.length < HEAD_BYTES) return null
  const kind = KINDS.get(bytes[0] ?? 0)
  const length = bytes.readUInt32BE(1)
  if (kind === undefined || length > MOST_RECORD_BYTES) throw new Error('There is no such record.')
  if (bytes.length < HEAD_BYTES + length) return null
  return { kind, bytes: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) }
}
