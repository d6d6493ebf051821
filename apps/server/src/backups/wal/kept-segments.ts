import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip } from 'node:zlib'
import { BackupProblem } from '../backup-problem.ts'
import { openFrames } from '../format/frames.ts'
import { damaged } from '../format/header.ts'

const FILE = /^([0-9A-F]{24})\.(?:wal|\d+\.partial)$/

/** The files that were kept of one segment. */
export interface KeptSegment {
  /** The name that Postgres gives it. */
  name: string
  /** The file with all of it; null where it is not whole yet. */
  whole: string | null
  /** The files of processes that ended early or still write, each from the beginning of the segment. */
  unfinished: readonly string[]
}

/** The segments in a folder, in order. */
export async function keptSegments(folder: string): Promise<KeptSegment[]> {
  const found = new Map<string, { whole: string | null; unfinished: string[] }>()
  for (const file of (await readdir(folder)).toSorted()) {
    const name = FILE.exec(file)?.[1]
    if (name === undefined) continue
    const segment = found.get(name) ?? { whole: null, unfinished: [] }
    found.set(name, segment)
    if (file.endsWith('.wal')) segment.whole = join(folder, file)
    else segment.unfinished.push(join(folder, file))
  }
  return [...found].map(([name, files]) => ({ name, ...files }))
}

/** Removes the unfinished files of a segment, all or all but one. */
export async function removeUnfinished(folder: string, name: string, except?: string): Promise<void> {
  const segment = (await keptSegments(folder)).find((kept) => kept.name === name)
  for (const file of segment?.unfinished ?? []) if (file !== except) await rm(file, { force: true })
}

/**
 * Finds the unfinished file of a segment that goes furthest, and how far: each begins where the segment does, so its
 * length is its end. Null where there is none. Throws {@link BackupProblem} for a damaged one.
 */
export async function fullestOf(
  files: readonly string[],
  passphrase: string | null,
): Promise<{ file: string; bytes: number } | null> {
  let fullest: { file: string; bytes: number } | null = null
  for (const file of files) {
    const bytes = await unpackSegment(file, { to: null, passphrase })
    if (fullest === null || bytes > fullest.bytes) fullest = { file, bytes }
  }
  return fullest
}

/**
 * Unpacks a segment into a file, or reads all of it with `to` null. Resolves with how many bytes Postgres wrote of it.
 * Throws {@link BackupProblem} for anything that is not as it was written.
 */
export async function unpackSegment(
  from: string,
  { to, passphrase }: { to: string | null; passphrase: string | null },
): Promise<number> {
  const mayBeUnfinished = from.endsWith('.partial')
  const frames = await openFrames(from, passphrase, { mayBeUnfinished })
  const gunzip = mayBeUnfinished ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) : createGunzip()
  let bytes = 0
  gunzip.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  const target = to === null ? nowhere() : createWriteStream(to, { mode: 0o600 })
  try {
    await pipeline(frames.payloads(), gunzip, target)
    return bytes
  } catch (error) {
    throw error instanceof BackupProblem || isOfSystem(error) ? error : damaged(from, error)
  } finally {
    await frames.close()
  }
}

const nowhere = (): Writable => new Writable({ write: (_piece, _encoding, done) => done() })

/** Distinguishes system errors about files and disks from zlib's errors about contents. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !String(error.code).startsWith('Z_')
