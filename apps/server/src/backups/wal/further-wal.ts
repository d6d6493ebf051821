import { existsSync } from 'node:fs'
import { open, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip } from 'node:zlib'
import { BackupProblem } from '../backup-problem.ts'
import { openFrames } from '../format/frames.ts'
import { damaged, type Header } from '../format/header.ts'
import type { ReadBackup } from '../read-backup.ts'
import { walFolder } from './keep-wal.ts'

const SEGMENT = /^([0-9A-F]{24})\.(?:wal|\d+\.partial)$/

interface FurtherWal {
  /** The folder of backups. */
  dir: string
  passphrase: string | null
  /** How far to go; null for all that there is. */
  until: Date | null
}

/**
 * Puts what Postgres wrote since a backup beside what is in it, and says how far to go. Throws {@link BackupProblem} where
 * nothing was kept of that Postgres, and where one of the segments is damaged.
 */
export const furtherWal =
  ({ dir, passphrase, until }: FurtherWal) =>
  async (into: string, header: Header, read: ReadBackup): Promise<Readonly<Record<string, string>>> => {
    const folder = walFolder(dir, header.system, read.timeline)
    if (!existsSync(folder)) {
      throw new BackupProblem(`${dir} has nothing of what the Postgres of this backup wrote since.`)
    }
    const first = (await readdir(into)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()[0] ?? ''
    const { size } = await stat(join(into, first))
    const unpack = unpackerOf(passphrase, size)
    for (const [name, files] of await segmentsFrom(folder, first)) {
      const whole = files.find((file) => file.endsWith('.wal'))
      if (whole !== undefined) await unpack(join(folder, whole), join(into, name))
      // The backup's own end is whole, whatever of it was kept.
      else if (!existsSync(join(into, name))) await unpack(await longestOf(folder, files), join(into, name))
    }
    return until === null
      ? {}
      : { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }
  }

async function segmentsFrom(folder: string, first: string): Promise<Map<string, string[]>> {
  const segments = new Map<string, string[]>()
  for (const file of (await readdir(folder)).toSorted()) {
    const name = SEGMENT.exec(file)?.[1]
    if (name !== undefined && name >= first) segments.set(name, [...(segments.get(name) ?? []), file])
  }
  return segments
}

/** Of what several processes wrote of one segment, each from its beginning, the most. */
async function longestOf(folder: string, files: readonly string[]): Promise<string> {
  const paths = files.map((file) => join(folder, file))
  const sizes = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })))
  return sizes.toSorted((one, other) => other.size - one.size)[0]?.path ?? folder
}

const unpackerOf =
  (passphrase: string | null, segmentBytes: number) =>
  async (from: string, to: string): Promise<void> => {
    await unpack(from, to, passphrase)
    // Postgres takes no shorter one.
    await truncate(to, segmentBytes)
  }

async function unpack(from: string, to: string, passphrase: string | null): Promise<void> {
  const mayBeUnfinished = from.endsWith('.partial')
  const frames = await openFrames(from, passphrase, { mayBeUnfinished })
  const file = await open(to, 'w', 0o600)
  try {
    const gunzip = mayBeUnfinished ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) : createGunzip()
    await pipeline(frames.payloads(), gunzip, async (content: AsyncIterable<Buffer>) => {
      for await (const bytes of content) await file.writeFile(bytes)
    })
  } catch (error) {
    throw error instanceof BackupProblem || hasPath(error) ? error : damaged(from, error)
  } finally {
    await file.close()
    await frames.close()
  }
}

const hasPath = (error: unknown): boolean => error instanceof Error && 'path' in error
