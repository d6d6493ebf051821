import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { ZIP } from './format.ts'

/** A file that the zip already holds. */
interface Entry {
  name: string
  crc: number
  bytes: number
  compressed: number
  offset: number
}

export interface ZipWriter {
  /** Writes a file, whose content comes in pieces. */
  add(name: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Writes the list of the files, which ends the zip. */
  end(): Promise<void>
}

class ZipTooLarge extends Error {}

/** The same moment in every file, so that equal content makes an equal zip: the first day that zip knows. */
const DATE = 0x0021

/**
 * Writes a zip as a stream: `write` gets it in pieces, and the next one is made when it has taken the last one.
 * Compresses lightly (deflate level 1), off the main thread.
 */
export function createZipWriter(write: (piece: Buffer) => Promise<void>): ZipWriter {
  const entries: Entry[] = []
  let offset = 0

  async function put(piece: Buffer): Promise<void> {
    offset += piece.length
    if (offset > ZIP.mostBytes) throw new ZipTooLarge('An archive can have 4 GB.')
    await write(piece)
  }

  return {
    async add(name, content) {
      const entry: Entry = { name, crc: 0, bytes: 0, compressed: 0, offset }
      await put(localHeader(name))
      const deflate = createDeflateRaw({ level: 1 })
      const feeding = feed(deflate, content, entry)
      // The code below awaits it; there a failure of the reading side comes first.
      feeding.catch((cause: unknown) => deflate.destroy(asError(cause)))
      for await (const piece of deflate) {
        if (!Buffer.isBuffer(piece)) continue
        entry.compressed += piece.length
        await put(piece)
      }
      await feeding
      if (entry.bytes > ZIP.mostBytes) throw new ZipTooLarge('A file of an archive can have 4 GB.')
      await put(descriptor(entry))
      entries.push(entry)
    },
    async end() {
      const start = offset
      for (const entry of entries) await put(centralHeader(entry))
      await put(endOfZip(entries.length, start, offset - start))
    },
  }
}

async function feed(
  deflate: ReturnType<typeof createDeflateRaw>,
  content: AsyncIterable<Buffer>,
  entry: Entry,
): Promise<void> {
  for await (const piece of content) {
    entry.crc = crc32(piece, entry.crc)
    entry.bytes += piece.length
    if (!deflate.write(piece)) await once(deflate, 'drain')
  }
  deflate.end()
}

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

function localHeader(name: string): Buffer {
  const text = Buffer.from(name)
  const header = Buffer.alloc(ZIP.localHeaderBytes)
  header.writeUInt32LE(ZIP.localHeader, 0)
  header.writeUInt16LE(ZIP.version, 4)
  header.writeUInt16LE(ZIP.flags, 6)
  header.writeUInt16LE(ZIP.deflated, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt16LE(text.length, 26)
  return Buffer.concat([header, text])
}

function descriptor({ crc, compressed, bytes }: Entry): Buffer {
  const block = Buffer.alloc(16)
  block.writeUInt32LE(ZIP.descriptor, 0)
  block.writeUInt32LE(crc, 4)
  block.writeUInt32LE(compressed, 8)
  block.writeUInt32LE(bytes, 12)
  return block
}

function centralHeader({ name, crc, compressed, bytes, offset }: Entry): Buffer {
  const text = Buffer.from(name)
  const header = Buffer.alloc(ZIP.centralHeaderBytes)
  header.writeUInt32LE(ZIP.centralHeader, 0)
  header.writeUInt16LE(ZIP.version, 4)
  header.writeUInt16LE(ZIP.version, 6)
  header.writeUInt16LE(ZIP.flags, 8)
  header.writeUInt16LE(ZIP.deflated, 10)
  header.writeUInt16LE(DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(compressed, 20)
  header.writeUInt32LE(bytes, 24)
  header.writeUInt16LE(text.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, text])
}

function endOfZip(files: number, start: number, bytes: number): Buffer {
  const block = Buffer.alloc(ZIP.endBytes)
  block.writeUInt32LE(ZIP.end, 0)
  block.writeUInt16LE(files, 8)
  block.writeUInt16LE(files, 10)
  block.writeUInt32LE(bytes, 12)
  block.writeUInt32LE(start, 16)
  return block
}
