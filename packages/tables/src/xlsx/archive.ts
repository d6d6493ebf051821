import { Inflate } from 'fflate'
import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'
import { damaged } from './xml.ts'

/** A part of a workbook as the directory of the archive names it. */
interface Entry {
  method: number
  start: number
  packedBytes: number
  bytes: number
}

export interface Archive {
  has: (path: string) => boolean
  /** Inflates a part in pieces; all parts together are held to the limit. */
  read: (path: string, take: (piece: Uint8Array, isLast: boolean) => void) => void
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const FILE_SIGNATURE = 0x04034b50
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8
/** A workbook has a part for each sheet and drawing. */
const MOST_ENTRIES = 10_000
/** Pieces are passed to the decoder so small that no piece of its output is large. */
const PIECE_BYTES = 16 * 1024

/**
 * Opens the archive that a workbook is. What its directory says of sizes is checked first, and not believed: what comes
 * out while a part is inflated is counted. `onProgress` is told how much of the bytes has been inflated.
 */
export function openArchive(bytes: Uint8Array, limits: Limits, onProgress: (share: number) => void): Archive {
  const entries = directoryOf(bytes)
  let left = limits.inflatedBytes
  let packedBytes = 0

  function spend(count: number) {
    left -= count
    if (left < 0) throw new TableError({ kind: 'inflates_too_far', most: limits.inflatedBytes })
  }

  return {
    has: (path) => entries.has(path),
    read(path, take) {
      const entry = entries.get(path)
      if (!entry) throw damaged()
      if (entry.bytes > left) spend(entry.bytes)
      const packed = contentOf(bytes, entry)
      const noted = (count: number) => {
        packedBytes += count
        onProgress(Math.min(packedBytes / bytes.length, 1))
      }
      const counted = (piece: Uint8Array, isLast: boolean) => {
        spend(piece.length)
        take(piece, isLast)
      }
      if (entry.method === STORED) inPieces(packed, counted)
      else if (entry.method === DEFLATED) inflated(packed, counted, noted)
      else throw damaged()
    },
  }
}

function inflated(
  packed: Uint8Array,
  take: (piece: Uint8Array, isLast: boolean) => void,
  note: (count: number) => void,
) {
  const inflate = new Inflate(take)
  try {
    inPieces(packed, (piece, isLast) => {
      inflate.push(piece, isLast)
      note(piece.length)
    })
  } catch (cause) {
    throw cause instanceof TableError ? cause : damaged(cause)
  }
}

function inPieces(bytes: Uint8Array, take: (piece: Uint8Array, isLast: boolean) => void) {
  for (let start = 0; start === 0 || start < bytes.length; start += PIECE_BYTES)
    take(bytes.subarray(start, start + PIECE_BYTES), start + PIECE_BYTES >= bytes.length)
}

function directoryOf(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > MOST_ENTRIES) throw damaged()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged()
    if (view.getUint16(at + 8, true) & ENCRYPTED)
      throw new TableError({ kind: 'not_a_table', found: 'protected_workbook' })
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes))
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    })
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The record at the end of every archive; a comment may follow. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw damaged()
}

function contentOf(bytes: Uint8Array, { start, packedBytes }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (start + 30 > bytes.length || view.getUint32(start, true) !== FILE_SIGNATURE) throw damaged()
  const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (content + packedBytes > bytes.length) throw damaged()
  return bytes.subarray(content, content + packedBytes)
}
