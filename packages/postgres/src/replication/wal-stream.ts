import { z } from 'zod'
import { COPY_DONE, copyDataMessage } from '../wire/protocol-messages.ts'
import { openReplication, type ReplicationOptions } from './connection.ts'
import { formatLsn, parseLsn } from './lsn.ts'

/** A message of the stream: a piece of WAL, or a sign of life. */
type WalMessage =
  /** `serverEnd`: how far Postgres itself was when it sent the piece. */
  | { kind: 'piece'; lsn: bigint; bytes: Buffer; serverEnd: bigint }
  /** `asks`: whether Postgres requests our position. */
  | { kind: 'alive'; asks: boolean }

/** The WAL of a Postgres, as it is written. */
export interface WalStream {
  system: string
  timeline: number
  segmentBytes: number
  /** Pieces in order, from the beginning of a segment on. Throws when the connection is lost. */
  messages(): AsyncGenerator<WalMessage, void, void>
  /**
   * Confirms that everything before a place is stored, so that Postgres may forget it. Postgres answers with a sign of
   * life.
   */
  confirm(lsn: bigint): void
  close(): void
}

const identity = z.tuple([z.object({ systemid: z.string(), timeline: z.coerce.number() })])
const size = z.tuple([z.object({ wal_segment_size: z.string().regex(/^\d+(MB|GB)$/) })])
const slotRow = z.tuple([z.object({ slot_type: z.string().nullable(), restart_lsn: z.string().nullable() })])

const DATA = 'w'.charCodeAt(0)
const KEEPALIVE = 'k'.charCodeAt(0)
const DATA_HEAD_BYTES = 25
const MEGABYTE = 1024 * 1024
/** Postgres counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

/**
 * Streams the WAL of a Postgres, from the position of its slot. The slot is created where it is missing; it belongs to
 * one reader at a time, and Postgres keeps unconfirmed WAL for it. Rejects with Postgres' error, also where another one
 * reads.
 *
 * Source: https://www.postgresql.org/docs/current/protocol-replication.html
 */
export async function openWalStream(options: ReplicationOptions & { slot: string }): Promise<WalStream> {
  const { slot } = options
  const connection = await openReplication(options)
  try {
    const [{ systemid: system, timeline }] = identity.parse(await connection.ask('IDENTIFY_SYSTEM'))
    const [{ wal_segment_size: said }] = size.parse(await connection.ask('SHOW wal_segment_size'))
    const segmentBytes = Number.parseInt(said, 10) * (said.endsWith('GB') ? 1024 : 1) * MEGABYTE
    const readSlot = async () => slotRow.parse(await connection.ask(`READ_REPLICATION_SLOT "${slot}"`))[0]
    let { slot_type: type, restart_lsn: kept } = await readSlot()
    if (type === null) {
      await connection.ask(`CREATE_REPLICATION_SLOT "${slot}" PHYSICAL RESERVE_WAL`)
      kept = (await readSlot()).restart_lsn
    }
    if (kept === null) throw new Error(`Postgres has not kept what the slot ${slot} was to keep.`)
    const place = parseLsn(kept)
    const start = place - (place % BigInt(segmentBytes))
    return {
      system,
      timeline,
      segmentBytes,
      close: connection.close,
      confirm: (lsn) => connection.send(copyDataMessage(statusOf(lsn))),
      async *messages() {
        const command = `START_REPLICATION SLOT "${slot}" PHYSICAL ${formatLsn(start)} TIMELINE ${timeline}`
        for await (const { type: letter, body } of connection.messages(command)) {
          if (letter === 'c') connection.send(COPY_DONE)
          if (letter !== 'd') continue
          if (body[0] === DATA) yield pieceOf(body)
          else if (body[0] === KEEPALIVE) yield { kind: 'alive', asks: body.at(-1) === 1 }
        }
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const pieceOf = (body: Buffer): WalMessage => ({
  kind: 'piece',
  lsn: body.readBigUInt64BE(1),
  serverEnd: body.readBigUInt64BE(9),
  bytes: body.subarray(DATA_HEAD_BYTES),
})

/** A status message: written, flushed and applied up to a place; it requests an answer. */
function statusOf(lsn: bigint): Buffer {
  const status = Buffer.alloc(34)
  status.write('r', 'latin1')
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(lsn, at)
  status.writeBigUInt64BE(BigInt(Date.now() - EPOCH_MS) * 1_000n, 25)
  status[33] = 1
  return status
}
