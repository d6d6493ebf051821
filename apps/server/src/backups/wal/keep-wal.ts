import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { segmentName } from '@cairn/postgres/replication/lsn'
import { openWalStream, type WalStream } from '@cairn/postgres/replication/wal-stream'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { refuseOtherSystem } from '../other-system.ts'
import { cairnVersion } from '../version.ts'
import { createKeptState, type Kept } from './kept-state.ts'
import { beginSegment, type SegmentFile, type SegmentWriter } from './segment-writer.ts'

/** Postgres keeps for it what is not yet on our disk. */
export const WAL_SLOT = 'cairn_wal'
/** So much of what was committed can be missing after a disaster. */
const FLUSH_EVERY_MS = 1_000
const TICK = Symbol('a second has passed')

export interface WalParts {
  /** Where backups are; segments go into a folder of it. */
  dir: string
  target: ConnectionTarget
  builtIn: boolean
  passphrase: string | null
  signal: AbortSignal
  /** Called when it has begun. */
  onBegin?: () => void
  /** Called each time that something came and is on the disk. */
  onKept?: () => void
  /** Opens the file of a segment, where it is not one of the disk. */
  openFile?: ((path: string) => Promise<SegmentFile>) | undefined
}

/** The folder of a Postgres' segments: each of its histories has a separate folder. */
export const walFolder = (dir: string, system: string, timeline: number): string =>
  join(dir, 'wal', `${system}-${timeline}`)

/**
 * Writes down what Postgres writes until the connection is lost or `signal` aborts; then it rejects. Another process that
 * does so already keeps it from beginning. Throws {@link BackupProblem} where the folder is that of another Postgres.
 */
export async function keepWal(parts: WalParts): Promise<void> {
  const { dir, target, builtIn, passphrase, signal, onBegin, onKept, openFile } = parts
  const stream = await openWalStream({ target, name: 'cairn wal', slot: WAL_SLOT, signal })
  const header = {
    holds: 'wal',
    cairn: cairnVersion(),
    postgres: 0,
    system: stream.system,
    builtIn,
    superuser: '',
    database: target.database,
    madeAt: new Date().toISOString(),
  } as const
  const folder = walFolder(dir, stream.system, stream.timeline)
  const segments = createSegments(stream, (name) =>
    beginSegment(folder, name, { header, passphrase, openFile }),
  )
  try {
    await refuseOtherSystem(dir, stream)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const state = createKeptState(dir, stream)
    onBegin?.()
    await keepAll(stream, segments, async (kept) => {
      signal.throwIfAborted()
      await state.note(kept)
      if (kept.lsn > 0n) onKept?.()
    })
  } finally {
    stream.close()
    await segments.leave()
  }
}

/** Keeps what comes, and has it on the disk each second, until nothing comes any more. */
async function keepAll(
  stream: WalStream,
  segments: Segments,
  onFlush: (kept: Kept) => Promise<void>,
): Promise<void> {
  const messages = stream.messages()
  const ask = () => {
    const asked = messages.next()
    // It is awaited, unless something else fails first.
    asked.catch(() => {})
    return asked
  }
  const second = () => wait(FLUSH_EVERY_MS, TICK, { ref: false })
  let next = ask()
  let tick = second()
  let askedAt = new Date()
  let hasAnswered = false
  for (;;) {
    const met = await Promise.race([tick, next])
    if (met === TICK) {
      const { lsn, isAll } = await segments.flush()
      await onFlush({ lsn, allOf: isAll && hasAnswered ? askedAt : null })
      // A connection that is lost in silence answers nothing.
      ;[askedAt, hasAnswered] = [new Date(), false]
      tick = second()
      continue
    }
    if (met.done === true) return
    hasAnswered = true
    if (met.value.kind === 'piece') await segments.add(met.value)
    else if (met.value.asks) await segments.flush()
    next = ask()
  }
}

type Segments = ReturnType<typeof createSegments>

/** Cuts what comes into segments, and tells Postgres what is on the disk. */
function createSegments(
  { timeline, segmentBytes, confirm }: WalStream,
  begin: (name: string) => Promise<SegmentWriter>,
) {
  let writer: SegmentWriter | null = null
  let end = 0n
  let confirmed = 0n
  let serverEnd = 0n

  return {
    async add(piece: { lsn: bigint; bytes: Buffer; serverEnd: bigint }): Promise<void> {
      let rest = piece.bytes
      end = piece.lsn
      serverEnd = piece.serverEnd
      while (rest.length > 0) {
        const room = segmentBytes - Number(end % BigInt(segmentBytes))
        writer ??= await begin(segmentName(timeline, end, segmentBytes))
        const part = rest.subarray(0, room)
        await writer.add(part)
        rest = rest.subarray(part.length)
        end += BigInt(part.length)
        if (part.length < room) continue
        await writer.finish()
        writer = null
      }
    },
    /** Resolves with how far it went, and whether Postgres had no more when it sent the last piece. */
    async flush(): Promise<{ lsn: bigint; isAll: boolean }> {
      if (end > confirmed) await writer?.flush()
      confirmed = end
      if (end > 0n) confirm(end)
      return { lsn: end, isAll: end > 0n && end >= serverEnd }
    },
    async leave(): Promise<void> {
      await writer?.leave()
    },
  }
}
