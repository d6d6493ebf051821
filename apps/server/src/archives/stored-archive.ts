import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { ByteSource } from './zip/read-zip.ts'

interface Stored {
  import: string
  bytes: number
  /** The size of each part but the last. */
  first_bytes: number
}

const partRows = z.tuple([z.object({ part: z.instanceof(Buffer).nullable() })])

/** An archive whose parts stand in the database. Keeps the part that was read last. */
export function storedArchive(database: Privileged, account: string, stored: Stored): ByteSource {
  let kept: { place: number; bytes: Buffer } = { place: 0, bytes: Buffer.alloc(0) }

  async function part(place: number): Promise<Buffer> {
    if (kept.place === place) return kept.bytes
    const answer = await database.statement(
      (sql) => sql`
        select private.archive_import_part(${account}::uuid, ${stored.import}::uuid, ${place}) as part`,
    )
    const [row] = partRows.parse([...answer])
    kept = { place, bytes: row.part ?? Buffer.alloc(0) }
    return kept.bytes
  }

  return {
    size: stored.bytes,
    async read(offset, length) {
      const pieces: Buffer[] = []
      const end = Math.min(offset + length, stored.bytes)
      for (let at = offset; at < end; ) {
        const place = Math.floor(at / stored.first_bytes) + 1
        const within = at - (place - 1) * stored.first_bytes
        const piece = (await part(place)).subarray(within, within + end - at)
        if (piece.length === 0) break
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}
