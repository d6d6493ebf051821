import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'
import { problem } from '../archive-problem.ts'
import { ZIP } from './format.ts'

/** Bytes that can be read from anywhere. */
export interface ByteSource {
  size: number
  /** Gives fewer bytes where the source ends. */
  read(offset: number, length: number): Promise<Buffer>
}

export interface ZipEntry {
  name: string
  bytes: number
  compressed: number
  crc: number
  offset: number
  method: number
}

const MOST_FILES = 100
const NAME = /^[a-z][a-z0-9-]{0,60}\.(?:json|jsonl)$/
/** Lines with ids shrink to a tenth at best; a zip bomb claims a thousandth. */
const MOST_GROWTH = 50
const FREE_BYTES = 10_000_000
const PIECE_BYTES = 1_000_000

/** The files of a zip, as its list at the end names them. Nothing of it is unpacked yet. */
export async function listZip(source: ByteSource): Promise<ZipEntry[]> {
  const end = await source.read(Math.max(0, source.size - ZIP.endBytes), ZIP.endBytes)
  if (end.length < ZIP.endBytes || end.readUInt32LE(0) !== ZIP.end) throw problem(await whyWithoutEnd(source))
  const [files, bytes, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (files > MOST_FILES || start + bytes + ZIP.endBytes !== source.size) throw problem('cutOff')
  const list = await source.read(start, bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; at < list.length; ) {
    const entry = entryAt(list, at)
    if (entry.offset + entry.compressed > start) throw problem('cutOff')
    entries.push(entry)
    at += ZIP.centralHeaderBytes + Buffer.byteLength(entry.name)
  }
  refuse(entries, files, source.size)
  return entries
}

async function whyWithoutEnd(source: ByteSource): Promise<'cutOff' | 'notAnArchive'> {
  const start = await source.read(0, 4)
  return start.length === 4 && start.readUInt32LE(0) === ZIP.localHeader ? 'cutOff' : 'notAnArchive'
}

function entryAt(list: Buffer, at: number): ZipEntry {
  const header = list.subarray(at, at + ZIP.centralHeaderBytes)
  if (header.length < ZIP.centralHeaderBytes || header.readUInt32LE(0) !== ZIP.centralHeader)
    throw problem('cutOff')
  const name = list.subarray(at + header.length, at + header.length + header.readUInt16LE(28))
  const text = name.toString('utf8')
  // No archive has extra fields or comments, which would stand behind the name.
  if (!NAME.test(text) || header.readUInt16LE(30) + header.readUInt16LE(32) > 0) throw problem('strangeName')
  return {
    name: text,
    method: header.readUInt16LE(10),
    crc: header.readUInt32LE(16),
    compressed: header.readUInt32LE(20),
    bytes: header.readUInt32LE(24),
    offset: header.readUInt32LE(42),
  }
}

function refuse(entries: readonly ZipEntry[], files: number, size: number): void {
  if (entries.length !== files) throw problem('cutOff')
  if (new Set(entries.map(({ name }) => name)).size < files) throw problem('strangeName')
  if (entries.some(({ method }) => method !== ZIP.deflated)) throw problem('notAnArchive')
  const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  if (unpacked > FREE_BYTES + size * MOST_GROWTH) throw problem('tooLarge')
}

/** Unpacks a file as a stream: exactly as many bytes as the list says, with the checksum that it says. */
export async function* unzip(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const feeding = feed(inflate, source, entry)
  // It is waited for below, where a failure of the reading side comes first.
  feeding.catch(() => inflate.destroy(problem('cutOff')))
  let [bytes, crc] = [0, 0]
  try {
    for await (const piece of inflate) {
      if (!Buffer.isBuffer(piece)) continue
      bytes += piece.length
      if (bytes > entry.bytes) throw problem('tooLarge')
      crc = crc32(piece, crc)
      yield piece
    }
    await feeding
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw problem('cutOff')
    throw error
  } finally {
    inflate.destroy()
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw problem('checksum')
}

async function feed(
  inflate: ReturnType<typeof createInflateRaw>,
  source: ByteSource,
  { name, offset, compressed }: ZipEntry,
): Promise<void> {
  const header = await source.read(offset, ZIP.localHeaderBytes)
  if (header.length < ZIP.localHeaderBytes || header.readUInt32LE(0) !== ZIP.localHeader)
    throw problem('cutOff')
  const first = offset + ZIP.localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (header.readUInt16LE(26) !== Buffer.byteLength(name)) throw problem('strangeName')
  for (let at = 0; at < compressed && !inflate.destroyed; at += PIECE_BYTES) {
    const piece = await source.read(first + at, Math.min(PIECE_BYTES, compressed - at))
    if (piece.length === 0) throw problem('cutOff')
    if (!inflate.write(piece)) await drained(inflate)
  }
  inflate.end()
}

/** Waits until a stream takes more, or is closed; leaves no listener behind. */
async function drained(stream: ReturnType<typeof createInflateRaw>): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    waiting.abort(),
  )
}
