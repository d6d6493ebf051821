import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionTarget } from '@cairn/postgres/pool'
import { segmentName } from '@cairn/postgres/replication/lsn'
import { openWalStream, type WalStream } from '@cairn/postgres/replication/wal-stream'
import { cairnVersion } from '../version.ts'
import { beginSegment, type SegmentWriter } from './segment-writer.ts'

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
}

/** Where the segments of a Postgres are: each history of it has a folder of its own. */
export const walFolder = (dir: string, system: string, timeline: number): string =>
  join(dir, 'wal', `${system}-${timeline}`)

/**
 * Writes down what Postgres writes until the connection is lost or `signal` aborts; then it rejects. Another process that
 * does so already keeps it from beginning.
 */
export async function keepWal({
  dir,
  target,
  builtIn,
  passphrase,
  signal,
  onBegin,
}: WalParts): Promise<void> {
  const stream = await openWalStream({ target, name: 'cairn wal', slot: WAL_SLOT, signal })
  const folder = walFolder(dir, stream.system, stream.timeline)
  await mkdir(folder, { recursive: true, mode: 0o700 })
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
  const begin = (name: string) => beginSegment(folder, name, { header, passphrase })
  const segments = createSegments(stream, begin)
  onBegin?.()
  try {
    const pieces = stream.pieces()
    const ask = () => {
      const asked = pieces.next()
      // It is awaited, unless something else fails first.
      asked.catch(() => {})
      return asked
    }
    let next = ask()
    const second = () => wait(FLUSH_EVERY_MS, TICK, { ref: false })
    let tick = second()
    for (;;) {
      const met = await Promise.race([tick, next])
      if (met === TICK) {
        signal.throwIfAborted()
        await segments.flush()
        tick = second()
        continue
      }
      if (met.done === true) return
      if (met.value === null) await segments.flush()
      else await segments.add(met.value)
      next = ask()
    }
  } finally {
    stream.close()
    await segments.leave()
  }
}

/** Cuts what comes into segments, and tells Postgres what is on the disk. */
function createSegments(
  { timeline, segmentBytes, confirm }: WalStream,
  begin: (name: string) => Promise<SegmentWriter>,
) {
  let writer: SegmentWriter | null = null
  let end = 0n
  let confirmed = 0n

  return {
    async add({ lsn, bytes }: { lsn: bigint; bytes: Buffer }): Promise<void> {
      let rest = bytes
      end = lsn
      while (rest.length > 0) {
        const room = segmentBytes - Number(end % BigInt(segmentBytes))
        writer ??= await begin(segmentName(timeline, end, segmentBytes))
        const part = rest.subarray(0, room)
        writer.add(part)
        rest = rest.subarray(part.length)
        end += BigInt(part.length)
        if (part.length < room) continue
        await writer.finish()
        writer = null
      }
    },
    async flush(): Promise<void> {
      if (end > confirmed) await writer?.flush()
      confirmed = end
      if (end > 0n) confirm(end)
    },
    async leave(): Promise<void> {
      await writer?.leave()
    },
  }
}
