import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { beginFrames } from '../format/frames.ts'
import type { Header } from '../format/header.ts'

/** Writes one segment of what Postgres writes, in the format of backups. */
export interface SegmentWriter {
  add(bytes: Buffer): void
  /** Everything that was added is on the disk when it resolves. */
  flush(): Promise<void>
  /** The segment is whole: it gets its name. */
  finish(): Promise<void>
  /** Leaves it as it is. */
  leave(): Promise<void>
}

/** Begins a segment. What an earlier process wrote of it stays until it is whole. */
export async function beginSegment(
  folder: string,
  name: string,
  { header, passphrase }: { header: Omit<Header, 'key'>; passphrase: string | null },
): Promise<SegmentWriter> {
  const framing = await beginFrames(header, passphrase)
  const draft = join(folder, `${name}.${Date.now()}.partial`)
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(framing.header)
  const gzip = createGzip({ level: 1 })
  let packed: Buffer[] = []
  gzip.on('data', (piece: Buffer) => packed.push(piece))

  async function write(isLast: boolean): Promise<void> {
    const payload = Buffer.concat(packed)
    packed = []
    await file.writeFile(framing.frame(payload, isLast))
    await file.sync()
  }

  return {
    add(bytes) {
      // Postgres' messages are small beside a segment, which is flushed at least once a second.
      gzip.write(Buffer.from(bytes))
    },
    async flush() {
      await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve))
      await write(false)
    },
    async finish() {
      const ended = new Promise<void>((resolve) => gzip.once('end', resolve))
      gzip.end()
      await ended
      await write(true)
      await file.close()
      await rename(draft, join(folder, `${name}.wal`))
      for (const other of await readdir(folder))
        if (other.startsWith(`${name}.`) && other.endsWith('.partial')) await rm(join(folder, other))
    },
    async leave() {
      gzip.destroy()
      await file.close()
    },
  }
}
