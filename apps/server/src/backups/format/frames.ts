import { type FileHandle, open } from 'node:fs/promises'
import { BackupProblem } from '../backup-problem.ts'
import { damaged, decodeHeader, encodeHeader, type Header, headerLength, MAGIC } from './header.ts'
import { newKey, type Seal, sealWith, sealWithoutKey, TAG_BYTES } from './seal.ts'

/** Large enough for little overhead, small enough for flat memory. No frame that is written is larger. */
export const FRAME_BYTES = 256 * 1024
/**
 * The largest frame that is read. Earlier versions wrote one frame of a segment for all that came within a second; Postgres'
 * segments have 1 GiB at most.
 */
const MOST_FRAME_BYTES = { backup: 4 * FRAME_BYTES, wal: 1.1 * 1024 ** 3 } as const
const LENGTH_BYTES = 4

/** Makes the header and the frames of a file, and writes none of it. */
export interface Framing {
  header: Buffer
  /** A frame as it stands in the file: its length in four bytes, then the output of the seal. */
  frame(payload: Buffer, isLast: boolean): Buffer
}

/** Begins a file, encrypted where there is a passphrase. */
export async function beginFrames(content: Omit<Header, 'key'>, passphrase: string | null): Promise<Framing> {
  const key = passphrase === null ? null : await newKey(passphrase)
  const header = encodeHeader({ ...content, key })
  const seal =
    key === null || passphrase === null ? sealWithoutKey(header) : await sealWith(passphrase, key, header)
  if (seal === null) throw new Error('A key does not open what it has just closed.')
  let number = 0
  return {
    header,
    frame(payload, isLast) {
      const closed = seal.close(payload, { number, isLast })
      number += 1
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(closed.length)
      return Buffer.concat([length, closed])
    },
  }
}

/** A whole file, piece by piece, from what is to be in it. */
export async function* framed(
  framing: Framing,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  yield framing.header
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    waiting.push(piece)
    bytes += piece.length
    while (bytes > FRAME_BYTES) {
      const all = Buffer.concat(waiting)
      yield framing.frame(all.subarray(0, FRAME_BYTES), false)
      waiting = [all.subarray(FRAME_BYTES)]
      bytes -= FRAME_BYTES
    }
  }
  yield framing.frame(Buffer.concat(waiting), true)
}

/** A file that is open for reading. */
export interface FramedFile {
  header: Header
  /** The payloads in order. Throws {@link BackupProblem} for anything that is not as it was written. */
  payloads(): AsyncGenerator<Buffer, void, void>
  close(): Promise<void>
}

/**
 * Opens a backup. `mayBeUnfinished` takes one that is still being written: it ends where its last whole frame does.
 * Throws {@link BackupProblem} for another file, and for a passphrase that is missing or another.
 */
export async function openFrames(
  file: string,
  passphrase: string | null,
  { mayBeUnfinished = false } = {},
): Promise<FramedFile> {
  const handle = await open(file)
  try {
    const { bytes, header } = await headerOf(handle, file)
    const { length } = bytes
    const seal = await sealOf(header, { bytes, passphrase, file })
    return {
      header,
      payloads: () =>
        readFrames(handle, length, {
          seal,
          file,
          mayBeUnfinished,
          mostBytes: MOST_FRAME_BYTES[header.holds],
        }),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads the header of a file, which needs no key. Throws {@link BackupProblem} for another file. */
export async function readHeader(file: string): Promise<Header> {
  const handle = await open(file)
  try {
    return (await headerOf(handle, file)).header
  } finally {
    await handle.close()
  }
}

async function headerOf(handle: FileHandle, file: string): Promise<{ bytes: Buffer; header: Header }> {
  const start = await readAt(handle, 0, MAGIC.length + LENGTH_BYTES)
  const length = headerLength(start, file)
  const bytes = await readAt(handle, 0, length)
  if (bytes.length < length) throw cutShort(file)
  return { bytes, header: decodeHeader(bytes, file) }
}

async function sealOf(
  { key }: Header,
  { bytes, passphrase, file }: { bytes: Buffer; passphrase: string | null; file: string },
): Promise<Seal> {
  if (key === null && passphrase === null) return sealWithoutKey(bytes)
  // Anybody can make a file without a key: it is taken only where the operator says so.
  if (key === null) {
    throw new BackupProblem(
      `${file} is not encrypted, and BACKUP_KEY is set. If you know where it comes from, unset BACKUP_KEY to restore it.`,
    )
  }
  if (passphrase === null) {
    throw new BackupProblem(`${file} is encrypted. Set BACKUP_KEY to the key with which it was made.`)
  }
  const seal = await sealWith(passphrase, key, bytes)
  if (seal === null) throw new BackupProblem(`${file} was encrypted with another key than BACKUP_KEY.`)
  return seal
}

interface Reading {
  seal: Seal
  file: string
  mayBeUnfinished: boolean
  mostBytes: number
}

async function* readFrames(
  handle: FileHandle,
  begin: number,
  { seal, file, mayBeUnfinished, mostBytes }: Reading,
): AsyncGenerator<Buffer, void, void> {
  let at = begin
  for (let number = 0; ; number += 1) {
    const head = await readAt(handle, at, LENGTH_BYTES)
    const length = head.length < LENGTH_BYTES ? 0 : head.readUInt32BE(0)
    if (head.length === LENGTH_BYTES && (length < TAG_BYTES || length > mostBytes)) throw damaged(file)
    // Room is made for what is there, and not for what a length says that may be damaged.
    const { size } = await handle.stat()
    const closed = await readAt(handle, at + LENGTH_BYTES, Math.min(length, Math.max(0, size - at)))
    if (head.length < LENGTH_BYTES || closed.length < length) {
      if (mayBeUnfinished) return
      throw cutShort(file)
    }
    at += LENGTH_BYTES + length
    const payload = seal.open(closed, { number, isLast: false })
    if (payload !== null) {
      yield payload
      continue
    }
    const last = seal.open(closed, { number, isLast: true })
    if (last === null) throw damaged(file)
    const more = await readAt(handle, at, 1)
    if (more.length > 0) throw damaged(file)
    yield last
    return
  }
}

/** As many bytes as are there. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

function cutShort(file: string): BackupProblem {
  return new BackupProblem(
    `${file} is cut short: its end is missing. Nothing of it was used; take another backup.`,
  )
}
