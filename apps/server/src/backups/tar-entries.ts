/** The parts of a tar file: the beginning of each entry, then its bytes. */
export type TarPart =
  | { kind: 'file'; name: string; size: number }
  | { kind: 'folder'; name: string }
  | { kind: 'bytes'; bytes: Buffer }

const BLOCK = 512

/** Only what Postgres makes is read: files and folders with short names, in relative paths. */
export class NotFromPostgres extends Error {
  override name = 'NotFromPostgres'
}

/**
 * Reads a tar file as it comes, piece by piece. Returns a function that is given the pieces.
 * Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 (ustar)
 */
export function createTarReader(): (piece: Buffer) => Generator<TarPart, void, void> {
  let head: Buffer = Buffer.alloc(0)
  let wanted = 0
  let padding = 0

  return function* read(piece) {
    let rest = piece
    while (rest.length > 0) {
      if (wanted > 0) {
        const bytes = rest.subarray(0, wanted)
        wanted -= bytes.length
        rest = rest.subarray(bytes.length)
        yield { kind: 'bytes', bytes }
      } else if (padding > 0) {
        const skipped = Math.min(padding, rest.length)
        padding -= skipped
        rest = rest.subarray(skipped)
      } else {
        const taken = Math.min(BLOCK - head.length, rest.length)
        head = Buffer.concat([head, rest.subarray(0, taken)])
        rest = rest.subarray(taken)
        if (head.length < BLOCK) return
        const entry = entryOf(head)
        head = Buffer.alloc(0)
        if (entry === null) continue
        if (entry.kind === 'file') {
          wanted = entry.size
          padding = (BLOCK - (entry.size % BLOCK)) % BLOCK
        }
        yield entry
      }
    }
  }
}

/** An entry by its header; null for the empty blocks at the end. */
function entryOf(head: Buffer): Exclude<TarPart, { kind: 'bytes' }> | null {
  if (head.every((byte) => byte === 0)) return null
  const name = textOf(head.subarray(0, 100)).replace(/^\.\//, '').replace(/\/$/, '')
  if (name.startsWith('/') || name.split('/').includes('..')) throw new NotFromPostgres(`The name ${name}`)
  const type = String.fromCharCode(head[156] ?? 0)
  if (type === '5') return { kind: 'folder', name }
  if (type === '0' || type === '\0') return { kind: 'file', name, size: numberOf(head.subarray(124, 136)) }
  throw new NotFromPostgres(`An entry of type ${type}: ${name}`)
}

const textOf = (field: Buffer): string => field.toString('utf8').replace(/\0.*$/s, '')

/** Octal digits, or for large numbers bytes behind one whose first bit is set. */
function numberOf(field: Buffer): number {
  if ((field[0] ?? 0) < 0x80) return Number.parseInt(textOf(field).trim() || '0', 8)
  return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
}
