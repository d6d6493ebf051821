import { randomInt } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { BackupProblem } from '../backup-problem.ts'
import { beginFrames, FRAME_BYTES, type Framing } from '../format/frames.ts'
import type { Header } from '../format/header.ts'
import { fullestOf, keptSegments, removeUnfinished } from './kept-segments.ts'

/** Writes one segment of what Postgres writes, in the format of backups. */
export interface SegmentWriter {
  add(bytes: Buffer): Promise<void>
  /** Everything that was added is on the disk when it resolves. */
  flush(): Promise<void>
  /** The segment is whole: it gets its name. */
  finish(): Promise<void>
  /** Leaves what was flushed, and nothing where nothing was. */
  leave(): Promise<void>
}

/** The part of a file that a segment is written to. A test puts one in its place whose disk is full. */
export interface SegmentFile {
  writeFile(bytes: Buffer): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

interface Segment {
  header: Omit<Header, 'key'>
  passphrase: string | null
  openFile?: ((path: string) => Promise<SegmentFile>) | undefined
}

const openNew = (path: string): Promise<SegmentFile> => open(path, 'wx', 0o600)

/** Begins a segment. Of what earlier processes wrote of it, the file that goes furthest stays until it is whole. */
export async function beginSegment(
  folder: string,
  name: string,
  { header, passphrase, openFile = openNew }: Segment,
): Promise<SegmentWriter> {
  await keepFullest(folder, name, passphrase)
  const framing = await beginFrames(header, passphrase)
  const draft = join(folder, `${name}.${Date.now()}${randomInt(1_000)}.partial`)
  const file = await openFile(draft)
  try {
    await file.writeFile(framing.header)
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(draft, { force: true })
    throw error
  }
  const frames = packing(framing, (bytes) => file.writeFile(bytes))
  let isKept = false
  let isClosed = false

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await file.close()
  }

  return {
    add: frames.add,
    async flush() {
      await frames.flush()
      await file.sync()
      isKept = true
    },
    async finish() {
      await frames.end()
      await file.sync()
      await close()
      await rename(draft, join(folder, `${name}.wal`))
      await removeUnfinished(folder, name)
    },
    async leave() {
      frames.destroy()
      await close()
      if (!isKept) await rm(draft, { force: true })
    },
  }
}

/** A file that cannot be read is left where it is: somebody may have another key for it. */
async function keepFullest(folder: string, name: string, passphrase: string | null): Promise<void> {
  const segment = (await keptSegments(folder)).find((kept) => kept.name === name)
  if (segment === undefined || segment.unfinished.length < 2) return
  const fullest = await fullestOf(segment.unfinished, passphrase).catch((error) => {
    if (error instanceof BackupProblem) return null
    throw error
  })
  if (fullest !== null) await removeUnfinished(folder, name, fullest.file)
}

/** Compresses into frames that are as large as those of a backup at most, however much comes before a flush. */
function packing(framing: Framing, write: (bytes: Buffer) => Promise<void>) {
  const gzip = createGzip({ level: 1 })
  let packed: Buffer[] = []
  gzip.on('data', (piece: Buffer) => packed.push(piece))

  async function writeFrames({ isLast, all }: { isLast: boolean; all: boolean }): Promise<void> {
    let rest = Buffer.concat(packed)
    packed = []
    while (rest.length > FRAME_BYTES) {
      await write(framing.frame(rest.subarray(0, FRAME_BYTES), false))
      rest = rest.subarray(FRAME_BYTES)
    }
    if (all) await write(framing.frame(rest, isLast))
    else packed.unshift(rest)
  }

  return {
    async add(bytes: Buffer): Promise<void> {
      // Postgres' bytes are good until its next message is asked for.
      await new Promise<void>((resolve, reject) =>
        gzip.write(Buffer.from(bytes), (error) => (error ? reject(error) : resolve())),
      )
      await writeFrames({ isLast: false, all: false })
    },
    async flush(): Promise<void> {
      await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve))
      await writeFrames({ isLast: false, all: true })
    },
    async end(): Promise<void> {
      const ended = new Promise<void>((resolve) => gzip.once('end', resolve))
      gzip.end()
      await ended
      await writeFrames({ isLast: true, all: true })
    },
    destroy: () => gzip.destroy(),
  }
}
